import { assert, describe, it } from "@effect/vitest"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import type { DocumentKind, InvoiceKind } from "../../core/invoices/Invoice.ts"
import { type SeriesCounter, seriesId } from "../../core/numbering/seriesCounter.ts"
import { seriesKey, seriesKindIssue } from "../../core/numbering/seriesKind.ts"
import { sampleOrganizationId } from "../support/samples.ts"

describe("the kind of a series", () => {
  const organizationId = sampleOrganizationId()
  const refused = { campo: "serie", motivo: "las facturas rectificativas llevan una serie propia" }

  const counter = (tipo: InvoiceKind): SeriesCounter => ({
    organizationId,
    id: seriesId("invoice", "F"),
    tipo_documento: "invoice",
    serie: "F",
    tipo,
    last: 1,
    holdsLive: true,
    holdsFull: true,
    holdsSimplified: false,
  })

  /** What is said of a document of that kind in the series, with the counters that there are. */
  const issue = (series: ReadonlyArray<SeriesCounter>, tipo: InvoiceKind, serie = "F", document: DocumentKind = "invoice") => {
    const place = { organizationId, tipo_documento: document, serie, tipo }
    const snapshot = new Snapshot()
    snapshot.add([seriesKey(place)], { series })
    return seriesKindIssue(snapshot, place)
  }

  it("is settled by its first document: invoices and rectifications never share one", () => {
    assert.isUndefined(issue([counter("invoice")], "invoice"))
    assert.isUndefined(issue([counter("rectificative")], "rectificative"))
    assert.deepEqual(issue([counter("invoice")], "rectificative"), refused)
    assert.deepEqual(issue([counter("rectificative")], "invoice"), refused)
  })

  it("is open while nothing has been issued in it, whatever the other series hold", () => {
    assert.isUndefined(issue([], "invoice"))
    assert.isUndefined(issue([], "rectificative"))
    assert.isUndefined(issue([counter("invoice")], "rectificative", "R"))
    assert.isUndefined(issue([counter("rectificative")], "invoice", "F", "quote"))
  })

  it("is looked up by the document's own counter", () => {
    assert.deepEqual(seriesKey({ organizationId, tipo_documento: "quote", serie: "P" }), {
      table: "series",
      organizationId,
      id: seriesId("quote", "P"),
    })
  })
})
