import { Effect, Either } from "effect"
import crypto from "node:crypto"
import { readShipmentAnswer } from "../../../adapters/aeat/messages/shipmentAnswer.ts"
import { shipmentMessage } from "../../../adapters/aeat/messages/shipmentMessage.ts"
import { readEnvelope } from "../../../adapters/aeat/messages/soap.ts"
import { soapReaction } from "../../../adapters/aeat/standIn/server/soapService.ts"
import { makeStandIn } from "../../../adapters/aeat/standIn/StandIn.ts"
import { hashText } from "../../../adapters/crypto/hashText.ts"
import { instant } from "../../../core/calendar/instant.ts"
import { GroupCommit } from "../../../core/commit/GroupCommit.ts"
import { draftInvoice } from "../../../core/drafts/draftInvoice.ts"
import { issueInvoice } from "../../../core/issuing/issueInvoice.ts"
import { type RegistrySnapshot, Storage } from "../../../core/ports/Storage.ts"
import type { RegistryRecord } from "../../../core/registry/RegistryRecord.ts"
import { verifyRegistry } from "../../../core/verification/verifyRegistry.ts"
import { makeHarness } from "../../../runtimes/memory/harness.ts"
import { chainOfRecords, taxpayer } from "../../aeat/chainOfRecords.ts"
import { invoiceInput, liveTerms } from "../../support/samples.ts"
import type { Pace } from "../measuring/measure.ts"
import { count, say, table } from "../measuring/report.ts"
import { besideFirst, sideBySide, type Work } from "./sideBySide.ts"

const messageSize = 1_000

/** A full message, and the stand-in's answer to it. */
const exchange = Effect.promise(async () => {
  const now = instant(Date.parse("2026-11-20T10:00:00Z"))
  const chain = chainOfRecords()
  const records = Array.from({ length: messageSize }, (_, i) => chain.alta(`A-${i + 1}`, now))
  const shipment = { obligado: taxpayer, incidencia: false, records }
  const text = shipmentMessage(shipment)
  const reaction = await soapReaction(makeStandIn(), { text, at: now, presenter: null }, undefined)
  if (reaction._tag !== "Answers") throw new Error("the stand-in did not answer")
  return { shipment, text, answer: reaction.answer }
})

const messageWorks = ({ answer, shipment, text }: Effect.Effect.Success<typeof exchange>): ReadonlyArray<Work> => [
  {
    name: "full messages written",
    once: () => (shipmentMessage(shipment).length === text.length ? 1 : 0),
  },
  {
    name: "their answers read",
    once: () => {
      const read = Either.flatMap(readEnvelope(answer), (content) => readShipmentAnswer(content, shipment.records))
      if (Either.isLeft(read)) throw new Error("an answer that cannot be read")
      return 1
    },
  },
]

const registrySize = 5_000

/** A snapshot with everything that the check reads at hand: the memory adapter would sort and filter for each piece. */
const atHand = (all: RegistrySnapshot, records: ReadonlyArray<RegistryRecord>) =>
  Effect.gen(function*() {
    const invoices = yield* all.invoices(records.map(({ factura_id }) => factura_id))
    const rows = records.map((record) => Either.right(record))
    const chainHead = yield* all.chainHead
    const registeredInvoices = yield* all.registeredInvoices
    return {
      ...all,
      records: (after, limit) => Effect.succeed(rows.slice(after?.orden ?? 0, (after?.orden ?? 0) + limit)),
      invoices: () => Effect.succeed(invoices),
      chainHead: Effect.succeed(chainHead),
      registeredInvoices: Effect.succeed(registeredInvoices),
    } satisfies RegistrySnapshot
  })

/** Work on the registry of a company in memory: checking it, and merely hashing the texts of the same records. */
const registryWorks = Effect.gen(function*() {
  const harness = yield* makeHarness()
  const { organizationId } = yield* harness.openCompany()
  const body = invoiceInput({ lineas: [{ descripcion: "Revisión", cantidad: 2, precio: 10 }] })
  return yield* harness.provide(Effect.gen(function*() {
    const { run } = yield* GroupCommit
    const issue = Effect.flatMap(run(draftInvoice(organizationId, body)), ({ id }) =>
      run(issueInvoice(organizationId, id, liveTerms)))
    yield* Effect.forEach(Array.from({ length: registrySize }), () => issue, { concurrency: 50, discard: true })
    const storage = yield* Storage
    const query = { organizationId, orden: "antiguo", after: null, limit: registrySize, conditions: [] } as const
    const { rows: records } = yield* storage.page("registryRecord", query)
    const ready = Storage.of({ ...storage, snapshot: (_, use) => use(reader) })
    const reader = yield* storage.snapshot(organizationId, (all) => atHand(all, records))
    const works: ReadonlyArray<Work> = [
      {
        name: "SHA-256 of a record's text, node:crypto alone",
        once: () => {
          for (const { cadena } of records) crypto.createHash("sha256").update(cadena).digest("hex")
          return records.length
        },
      },
      {
        name: "records checked: huella, link, seal, and their invoices",
        once: () => {
          const { primer_error, registros } = Effect.runSync(
            Effect.provideService(verifyRegistry(organizationId, hashText), Storage, ready),
          )
          if (primer_error !== null) throw new Error(primer_error.mensaje)
          return registros
        },
      },
    ]
    return works
  }))
}).pipe(Effect.orDie)

/** Measures what it costs to send records to the tax authority and to check a registry, on one core and without a network. */
export const aeatPart = (pace: Pace) =>
  Effect.gen(function*() {
    const sample = yield* exchange
    const messages = sideBySide(messageWorks(sample), pace)
    yield* say(`\nMessages of ${count(messageSize)} records, ${Math.round(sample.text.length / 1024)} KiB, one core\n`)
    yield* say(table(1, ["", "per second"], messages.map(({ name, perSecond }) => [name, count(perSecond)])))
    const checks = sideBySide(yield* registryWorks, pace)
    yield* say(`\nA registry of ${count(registrySize)} records checked, reading apart\n`)
    yield* say(table(1, ["", "per second", "of the first"], besideFirst(checks)))
  }).pipe(Effect.scoped)
