import { assert } from "@effect/vitest"
import { Effect, HashMap, Option, Schema } from "effect"
import type { OrganizationId } from "../../../core/identifiers/organizationId.ts"
import { Storage } from "../../../core/ports/Storage.ts"
import { RecordResource } from "../../../core/registry/recordResource.ts"
import { invoiceNamed } from "../../../core/registry/recordText.ts"
import type { RecordVerdict } from "../../../core/registry/RecordVerdict.ts"
import type { RegistryRecord } from "../../../core/registry/RegistryRecord.ts"
import { verdictText } from "../../../core/submission/verdictOf.ts"
import type { Books } from "./Books.ts"
import type { World } from "./World.ts"

const shownRecord = Schema.decodeUnknownSync(Schema.Struct({
  datos: Schema.Array(RecordResource),
  siguiente: Schema.NullOr(Schema.String),
}))
const shownInvoice = Schema.decodeUnknownSync(Schema.Struct({
  verifactu: Schema.Struct({ aeat: Schema.NullOr(Schema.String) }),
}))
const shownEntries = Schema.decodeUnknownSync(Schema.Struct({
  datos: Schema.Array(Schema.Struct({ tipo: Schema.String, mensaje: Schema.String, recurso_id: Schema.String })),
  siguiente: Schema.NullOr(Schema.String),
}))

/** Asserts that the verdict on each record is shown the same everywhere, and is what the tax authority holds. */
export const agree = (
  world: World,
  { all, company: { live, organizationId } }: Books,
  records: ReadonlyArray<RegistryRecord>,
  verdicts: ReadonlyArray<RecordVerdict>,
): void => {
  const verdictOf = new Map(verdicts.map((verdict) => [verdict.id, verdict]))
  const get = (path: string): unknown => world.request("GET", path, { key: live }).json
  const listed = allOf((path) => shownRecord(get(path)), "/registro?orden=antiguo&limite=100")
  assert.deepStrictEqual(listed.map(({ estado, id }) => [id, estado]), verdicts.map(({ estado, id }) => [id, estado]))
  const entries = allOf((path) => shownEntries(get(path)), "/actividad?orden=antiguo&limite=100")
    .filter(({ tipo }) => tipo.startsWith("record_")).map(({ mensaje, recurso_id }) => `${recurso_id} ${mensaje}`)
  const expected = verdicts.filter(({ estado }) => estado !== "accepted")
    .map((verdict) => `${verdict.factura_id} ${verdictText(verdict)}`)
  assert.deepStrictEqual(entries.toSorted(), expected.toSorted())
  for (const id of all) {
    const own = records.filter(({ factura_id }) => factura_id === id)
    const last = own.at(-1) ?? assert.fail("an invoice without records")
    const shown = shownRecord(get(`/facturas/${id}/registro?orden=antiguo&limite=100`)).datos
    assert.deepStrictEqual(shown.map((record) => record.id), own.map((record) => record.id))
    const verdict = verdictOf.get(last.id) ?? assert.fail("no verdict")
    assert.strictEqual(shownInvoice(get(`/facturas/${id}`)).verifactu.aeat, verdictText(verdict))
    asHeldThere(world, organizationId, id, own, verdictOf)
  }
}

/** Asserts that the last accepted record of each invoice is the one that the tax authority holds. */
const asHeldThere = (
  world: World,
  organizationId: OrganizationId,
  id: string,
  own: ReadonlyArray<RegistryRecord>,
  verdictOf: ReadonlyMap<string, RecordVerdict>,
): void => {
  const accepted = own.findLast((record) => verdictOf.get(record.id)?.estado !== "rejected")
  const [first] = own
  if (first === undefined) return
  const { fecha, nif, numserie } = invoiceNamed(first)
  const there = Option.getOrUndefined(HashMap.get(
    world.authority.standIn.ledger().invoices,
    JSON.stringify([nif, numserie, fecha]),
  ))
  const huellas = own.map(({ huella }) => huella)
  const theirs = there?.last.campos["Huella"]
  if (accepted === undefined) {
    return assert.isFalse(typeof theirs === "string" && huellas.includes(theirs), "there, and said refused")
  }
  assert.strictEqual(theirs, accepted.huella, "accepted, and not there")
  const invoice = world.run(Effect.flatMap(Storage, ({ find }) => find("invoice", organizationId, id)))
  assert.isTrue(Option.getOrThrow(invoice).registry?.held, "it is there")
}

/** The items of all pages of a list. */
const allOf = <Item>(
  read: (path: string) => { readonly datos: ReadonlyArray<Item>; readonly siguiente: string | null },
  path: string,
): ReadonlyArray<Item> => {
  const items: Array<Item> = []
  for (let next: string | null = path; next !== null;) {
    const page: ReturnType<typeof read> = read(next)
    items.push(...page.datos)
    next = page.siguiente
  }
  return items
}
