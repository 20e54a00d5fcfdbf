import { assert, describe, it } from "@effect/vitest"
import { instant } from "../../core/calendar/instant.ts"
import { type AnnulmentCase, anulacion } from "../../core/registry/anulacion.ts"
import type { ChainHead } from "../../core/registry/ChainHead.ts"
import { huellaOf } from "../../core/registry/huella.ts"
import { sealOf } from "../../core/registry/seal.ts"
import { softwareFields } from "../../core/registry/software.ts"
import { day, liveTerms, sampleOrganizationId } from "../support/samples.ts"

const organizationId = sampleOrganizationId()
const { software } = liveTerms

const subject = { organizationId, factura_id: "f1", nif: "B12345674", numserie: "A-7", fecha: day("2026-03-01") }

const previous: ChainHead = {
  organizationId,
  id: organizationId,
  orden: 8,
  huella: "A".repeat(64),
  seal: "B".repeat(64),
  nif: "89890001K",
  numserie: "Z-9",
  fecha: day("2026-02-28"),
  generado: instant(Date.parse("2026-02-28T10:00:00Z")),
}

const now = instant(Date.parse("2026-07-02T12:00:00Z"))
const named =
  "IDEmisorFacturaAnulada=B12345674&NumSerieFacturaAnulada=A-7&FechaExpedicionFacturaAnulada=01-03-2026"
const plain = { neverHeld: false, refused: false }
const closing = { SistemaInformatico: softwareFields(software, organizationId) }

describe("the record of an annulment", () => {
  it("names the annulled invoice and the last record of the chain", () => {
    const { head, record } = anulacion(subject, "Europe/Madrid", { id: "r9", previous, now, software }, plain)
    const generated = "2026-07-02T14:00:00+02:00"
    const cadena = `${named}&Huella=${previous.huella}&FechaHoraHusoGenRegistro=${generated}`
    const huella = huellaOf(cadena)
    const campos = {
      IDVersion: "1.0",
      IDFactura: {
        IDEmisorFacturaAnulada: "B12345674",
        NumSerieFacturaAnulada: "A-7",
        FechaExpedicionFacturaAnulada: "01-03-2026",
      },
      Encadenamiento: {
        RegistroAnterior: {
          IDEmisorFactura: "89890001K",
          NumSerieFactura: "Z-9",
          FechaExpedicionFactura: "28-02-2026",
          Huella: previous.huella,
        },
      },
      ...closing,
      FechaHoraHusoGenRegistro: generated,
      TipoHuella: "01",
      Huella: huella,
    }
    assert.strictEqual(JSON.stringify(record.campos), JSON.stringify(campos))
    assert.deepStrictEqual(record, {
      organizationId,
      id: "r9",
      factura_id: "f1",
      orden: 9,
      tipo: "anulacion",
      subsanacion: false,
      generado: now,
      huella,
      huella_anterior: previous.huella,
      cadena,
      campos,
      qr: null,
      seal: sealOf(record, previous.seal),
    })
    const { fecha, nif, numserie } = subject
    assert.deepStrictEqual(head, {
      organizationId, id: organizationId, orden: 9, huella, seal: record.seal, nif, numserie, fecha, generado: now,
    })
  })

  it("can be the first of the chain, for an invoice from before there was one", () => {
    const { record } = anulacion(subject, "Atlantic/Canary", { id: "r1", previous: undefined, now, software }, plain)
    assert.strictEqual(record.cadena, `${named}&Huella=&FechaHoraHusoGenRegistro=2026-07-02T13:00:00+01:00`)
    assert.deepStrictEqual([record.orden, record.huella_anterior], [1, null])
    assert.deepStrictEqual(record.campos["Encadenamiento"], { PrimerRegistro: "S" })
  })

  it("says whether AEAT never held the invoice, and whether it refused an earlier annulment", () => {
    const stated = (given: AnnulmentCase) => {
      const { record: { campos } } = anulacion(subject, "Europe/Madrid", { id: "r9", previous, now, software }, given)
      return Object.entries(campos).slice(2, Object.keys(campos).indexOf("Encadenamiento"))
    }
    assert.deepEqual(stated(plain), [])
    assert.deepEqual(stated({ neverHeld: true, refused: false }), [["SinRegistroPrevio", "S"]])
    assert.deepEqual(stated({ neverHeld: false, refused: true }), [["RechazoPrevio", "S"]])
    assert.deepEqual(stated({ neverHeld: true, refused: true }), [["SinRegistroPrevio", "S"], ["RechazoPrevio", "S"]])
  })
})
