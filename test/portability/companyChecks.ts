import { Effect, Either, Option } from "effect"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"
import { ContactInput } from "../../core/contacts/Contact.ts"
import { createContact } from "../../core/contacts/createContact.ts"
import { draftInvoice } from "../../core/drafts/draftInvoice.ts"
import { InvoiceInput } from "../../core/drafts/invoiceInput.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import type { InvoiceResource } from "../../core/invoices/invoiceResource.ts"
import { issueInvoice } from "../../core/issuing/issueInvoice.ts"
import { openOrganization } from "../../core/organizations/openOrganization.ts"
import { Storage } from "../../core/ports/Storage.ts"
import type { InvalidInput } from "../../core/refusals/refusal.ts"
import { verifyChain } from "../../core/registry/chain.ts"
import type { ChainHead } from "../../core/registry/ChainHead.ts"
import type { RecordingTerms } from "../../core/registry/RecordingTerms.ts"
import type { RegistryRecord } from "../../core/registry/RegistryRecord.ts"
import { talonarioSoftware } from "../../core/registry/talonarioSoftware.ts"
import type { Check } from "./Check.ts"
import { onStoppedEngine } from "./stoppedEngine.ts"

/** A company at work, from the requests of a client to the chain of its records. */
export const companyChecks: Effect.Effect<ReadonlyArray<Check>> = Effect.suspend(() => {
  const records: Array<RegistryRecord> = []
  return work.pipe(
    Effect.map(({ head, issued }) => [...inputs(), ...invoices(issued), ...chain(records, head)]),
    onStoppedEngine(records),
    Effect.orDie,
  )
})

const decodeContact = inputDecoder(ContactInput)
const decodeInvoice = inputDecoder(InvoiceInput)

const terms: RecordingTerms = {
  modo: "live",
  qrHost: "test",
  software: talonarioSoftware({ producer: "Productora de Prueba SL", producerNif: "B12345674" }),
}

/** Drafts five invoices, one of them without lines, and issues all at once. */
const work = Effect.gen(function*() {
  const { run } = yield* GroupCommit
  const company = { nombre: "Talleres Núñez", razon_social: "Talleres Núñez SL", nif: "B12345674" }
  const { id } = yield* openOrganization(company)
  const customer = yield* decodeContact({ nombre: "Ñandú «e hijos»", nif: "12345678z" })
  const { id: contacto_id } = yield* run(createContact(id, customer))

  const sale = (precio: number) => [{ descripcion: "Revisión", precio, tipo_iva: 21 }]
  const drafts = yield* Effect.forEach([sale(2500), sale(100), [], sale(353.9), sale(0.01)], (lineas) =>
    Effect.flatMap(decodeInvoice({ contacto_id, precios_con_iva: true, lineas }), (input) =>
      run(draftInvoice(id, input))))
  const answers = yield* Effect.forEach(
    drafts,
    (draft) => Effect.either(run(issueInvoice(id, draft.id, terms))),
    { concurrency: "unbounded" },
  )

  const issued = answers.filter(Either.isRight).map(({ right }) => right.invoice)
  const { find } = yield* Storage
  return { issued, head: Option.getOrNull(yield* find("chainHead", id, id)) }
})

const inputs = (): ReadonlyArray<Check> => {
  const refused = (decoded: Either.Either<unknown, InvalidInput>) =>
    Either.match(decoded, { onLeft: ({ campos }) => campos, onRight: () => null })
  return [
    {
      name: "a contact without name is refused",
      found: refused(decodeContact({})),
      expected: [{ campo: "nombre", motivo: "es obligatorio" }],
    },
    {
      name: "an invoice line with a price that is no number is refused",
      found: refused(decodeInvoice({ lineas: [{ descripcion: "Revisión", precio: "mucho" }] })),
      expected: [{ campo: "lineas[0].precio", motivo: "debe ser un número" }],
    },
  ]
}

const invoices = (issued: ReadonlyArray<InvoiceResource>): ReadonlyArray<Check> => [
  {
    name: "numbers have no gap, though an issue was refused among them",
    found: issued.map(({ fecha_emision, referencia }) => [referencia, fecha_emision]),
    expected: ["A-1", "A-2", "A-3", "A-4"].map((referencia) => [referencia, "2026-10-25"]),
  },
  {
    name: "stored totals",
    found: issued.map(({ base_imponible, cuota_iva, total }) => [base_imponible, cuota_iva, total]),
    expected: [[2066.12, 433.88, 2500], [82.64, 17.36, 100], [292.48, 61.42, 353.9], [0.01, 0, 0.01]],
  },
]

const chain = (records: ReadonlyArray<RegistryRecord>, head: ChainHead | null): ReadonlyArray<Check> => {
  const cheaper = (cadena: string) => cadena.replace("ImporteTotal=353.90", "ImporteTotal=253.90")
  const edited = records.map((record) => ({ ...record, cadena: cheaper(record.cadena) }))
  const fault = verifyChain(() => edited, head)
  return [
    {
      name: "the first record",
      found: records[0]?.cadena ?? null,
      expected: "IDEmisorFactura=B12345674&NumSerieFactura=A-1&FechaExpedicionFactura=25-10-2026"
        + "&TipoFactura=F1&CuotaTotal=433.88&ImporteTotal=2500.00&Huella="
        + "&FechaHoraHusoGenRegistro=2026-10-25T00:30:00+02:00",
    },
    {
      name: "the end of the chain",
      found: [head?.orden, head?.huella],
      // Computed with Python's hashlib.
      expected: [4, "DB9E67299157571DD7686F1B8FE6BF8D18A247BD57AEB15DF751F8A69712ED4B"],
    },
    { name: "the chain is intact", found: verifyChain(() => records, head) ?? null, expected: null },
    { name: "an edited record is found", found: [fault?.orden, fault?.clase], expected: [3, "edited"] },
  ]
}
