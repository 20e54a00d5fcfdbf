import { type Array as Arrays, Effect, flow, Layer, Redacted, Schema } from "effect"
import { compareWholeRegistry } from "../../core/comparison/compareRegistry.ts"
import { comparisonResource } from "../../core/comparison/comparisonResource.ts"
import { type Month, monthText } from "../../core/comparison/months.ts"
import { type HeldRecord, type RegistryQuery, TaxAuthority } from "../../core/ports/TaxAuthority.ts"
import { taxpayer } from "../aeat/chainOfRecords.ts"
import { idOf, makeScene, simpleDraft } from "../http/scene.ts"

/** For an authority that does not look at them. */
export const credentials = {
  obligado: taxpayer,
  certificate: { tipo: "personal", pkcs12: Redacted.make(new Uint8Array()), password: Redacted.make("") },
} as const

export const november: Month = { ejercicio: 2026, periodo: 11 }

/** What AEAT holds of an invoice of the scene's day, by another program unless `instalacion` says otherwise. */
export const held = (numserie: string, given: Partial<HeldRecord> = {}): HeldRecord =>
  ({ numserie, fecha: "20-11-2026", huella: "F00D", estado: "Correcto", instalacion: "other", ...given })

/** An AEAT that holds what it is told, by month and in pages, and notes what it is asked for. */
export const makeHolding = () => {
  const pages = new Map<string, ReadonlyArray<ReadonlyArray<HeldRecord>>>()
  const asked: Array<{ readonly month: string } & Pick<RegistryQuery, "numserie">> = []
  const layer = Layer.succeed(TaxAuthority, {
    submit: () => Effect.dieMessage("nothing is sent"),
    query: ({ after, ejercicio, numserie, periodo }) =>
      Effect.sync(() => {
        const month = monthText({ ejercicio, periodo })
        asked.push({ month, numserie })
        const all = pages.get(month) ?? []
        const place = Number(after?.["NumSerieFactura"] ?? 0)
        const records = (all[place] ?? []).filter((one) => numserie === null || one.numserie === numserie)
        return { records, next: place + 1 < all.length ? { NumSerieFactura: String(place + 1) } : null }
      }),
  })
  return {
    asked,
    holds: (month: Month, ...found: ReadonlyArray<ReadonlyArray<HeldRecord>>) => void pages.set(monthText(month), found),
    layer,
  }
}

/** A company beside such an AEAT, with what it takes to issue and annul invoices and to compare. */
export const makeCompared = Effect.gen(function*() {
  const { asked, holds, layer } = makeHolding()
  const { get, organizationId, post, provide } = yield* makeScene({ taxAuthority: layer })
  const issue = Effect.gen(function*() {
    const id = idOf(yield* post("/facturas", simpleDraft))
    yield* post(`/facturas/${id}/emitir`)
    return id
  })
  return {
    asked,
    annul: (id: string) => post(`/facturas/${id}/anular`, { motivo: "Nunca existió" }),
    holds,
    issue,
    organizationId,
    provide,
    /** The huellas of an invoice's records, the first one first. */
    recordsOf: (id: string) => Effect.map(get(`/facturas/${id}/registro`), ({ json }) => huellas(json)),
    compare: (months: Arrays.NonEmptyReadonlyArray<Month> = [november]) =>
      provide(Effect.flatMap(compareWholeRegistry(organizationId, credentials, months), (comparison) =>
        comparisonResource(organizationId, comparison))),
  }
})

const huellas = flow(
  Schema.decodeUnknownSync(Schema.Struct({ datos: Schema.Array(Schema.Struct({ huella: Schema.String, orden: Schema.Number })) })),
  ({ datos }) => datos.toSorted((one, other) => one.orden - other.orden).map(({ huella }) => huella),
)
