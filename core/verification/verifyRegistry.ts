import { Effect, Either, Fiber } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { type RegistrySnapshot, Storage, type StorageUnavailable, type UnreadableRow } from "../ports/Storage.ts"
import { type ChainFault, type ChainFaultClass, type ChainSuspect, chainVerifier, fault } from "../registry/chain.ts"
import { huellaOf } from "../registry/huella.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"
import { sealOf } from "../registry/seal.ts"
import { contradiction, isHeadOf } from "./contradiction.ts"
import { linkedRecords } from "./linkedRecords.ts"

/** The first record that is no longer as it was made. */
export interface RegistryFault extends ChainFault {
  /** Null where it is not known, such as for a missing record. */
  readonly factura_id: string | null
}

/** The result of verifying a company's registry. */
export interface RegistryReport {
  /** How many records are right, counted from the first up to the fault. */
  readonly registros: number
  readonly primer_error: RegistryFault | null
}

/** How many records are read at a time; twice as many are in memory. */
const pageSize = 1_000

/**
 * Verifies a company's registry as of one moment and in constant memory: the chain from its first record to its head, each
 * record's seal, each record against its invoice, and that the chain is not shorter than what was sent. Reports the fault
 * that comes first in the chain, with the class that `chainVerifier` gives it, or "edited" for a change that the huella does
 * not cover. `hash`: see `chainVerifier`.
 */
export const verifyRegistry = (
  organizationId: OrganizationId,
  hash: (text: string) => string = huellaOf,
): Effect.Effect<RegistryReport, StorageUnavailable, Storage> =>
  Effect.flatMap(Storage, ({ snapshot }) => snapshot(organizationId, (reader) => verify(reader, hash)))

const verify = Effect.fnUntraced(function*(reader: RegistrySnapshot, hash: (text: string) => string) {
  const chain = chainVerifier(hash)
  const linked = linkedRecords()
  let registros = 0
  let last: RegistryRecord | undefined
  const found = (primer_error: RegistryFault | null): RegistryReport => ({ registros, primer_error })
  let page = yield* reader.records(null, pageSize)
  while (page.length > 0) {
    const invoices = yield* reader.invoices(invoiceIds(page))
    // The storage reads the next page while this one is judged. Yielding lets others run during a long chain.
    const following = yield* Effect.fork(nextPage(reader, page))
    yield* Effect.yieldNow()
    for (const row of page) {
      if (Either.isLeft(row)) return found(unreadable(row.left, registros + 1))
      const record = row.right
      const suspect = chain.next(record)
      if (suspect !== undefined) return found(onRecord(record, suspect.accuse(yield* recalled(reader, suspect))))
      if (sealOf(record, last?.seal ?? null, hash) !== record.seal) {
        return found(onRecord(record, yield* broken(reader, record)))
      }
      const invoice = invoices.get(record.factura_id)
      const wrong = invoiceFault(record, invoice)
      if (wrong !== undefined) return found(onRecord(record, wrong))
      const link = invoice !== undefined && Either.isRight(invoice) ? invoice.right.registry : null
      if (link !== null) linked.pass(record, link)
      registros += 1
      last = record
    }
    page = yield* Fiber.join(following)
  }
  const head = yield* reader.chainHead
  if (Either.isLeft(head)) return found(unreadable(head.left, registros))
  const atEnd = chain.end(head.right)?.accuse([])
  if (atEnd !== undefined) return found({ ...atEnd, factura_id: null })
  if (last !== undefined && head.right !== null && !isHeadOf(head.right, last)) {
    return found(onRecord(last, fault(last, "edited", `El final de la cadena no es como el registro ${last.orden}.`)))
  }
  if ((yield* reader.registeredInvoices) !== linked.named()) return found(unrecorded(yield* reader.unrecordedInvoice, registros))
  const unfollowed = linked.unfollowed()
  if (unfollowed !== undefined) {
    return found(onRecord(unfollowed, fault(unfollowed, "edited", `La factura del registro ${unfollowed.orden} nombra otro.`)))
  }
  return found((yield* unsent(reader, registros)) ?? (yield* ownerless(reader, registros)))
})

/** The fault of a chain that is shorter than what was sent of it. */
const unsent = (reader: RegistrySnapshot, registros: number) =>
  Effect.map(reader.sentThrough, (sent) => {
    const mensaje = `Registros enviados a la AEAT: ${sent}; guardados aquí: ${registros}.`
    return sent > registros ? ofChain("missing", registros + 1, mensaje) : null
  })

const ownerless = (reader: RegistrySnapshot, registros: number) =>
  Effect.map(reader.organization, (organization) => {
    if (Either.isLeft(organization)) return ofChain("edited", registros, "La organización ya no se puede leer.")
    return organization.right === null ? ofChain("missing", registros, "Falta la organización de estos registros.") : null
  })

/** A fault of the chain as a whole, not of one of its records. */
const ofChain = (clase: ChainFaultClass, orden: number, mensaje: string): RegistryFault =>
  ({ ...fault({ orden, huella: "" }, clase, mensaje), factura_id: null })

type Rows = ReadonlyArray<Either.Either<RegistryRecord, UnreadableRow>>

/** No page follows a record that cannot be read: the verification ends there. */
const nextPage = (reader: RegistrySnapshot, page: Rows): Effect.Effect<Rows, StorageUnavailable> => {
  const last = page.at(-1)
  return last === undefined || Either.isLeft(last) ? Effect.succeed([]) : reader.records(last.right, pageSize)
}

const invoiceIds = (page: Rows): ReadonlyArray<string> =>
  [...new Set(page.flatMap((row) => (Either.isRight(row) ? [row.right.factura_id] : [])))]

const onRecord = ({ factura_id }: RegistryRecord, found: ChainFault): RegistryFault => ({ ...found, factura_id })

const unreadable = ({ huella, orden }: UnreadableRow, place: number): RegistryFault => {
  const at = { orden: orden ?? place, huella }
  return { ...fault(at, "edited", `El registro ${at.orden} fue modificado: ya no se puede leer.`), factura_id: null }
}

const invoiceFault = (
  record: RegistryRecord,
  invoice: Either.Either<Invoice, UnreadableRow> | undefined,
): ChainFault | undefined => {
  const { orden } = record
  if (invoice === undefined) return fault(record, "missing", `Falta la factura del registro ${orden}.`)
  if (Either.isLeft(invoice)) return fault(record, "edited", `La factura del registro ${orden} ya no se puede leer.`)
  const said = contradiction(record, invoice.right)
  return said === undefined ? undefined : fault(record, "edited", `El registro ${orden} ${said}.`)
}

/**
 * The fault of a record whose seal is wrong. When the record that belongs there comes next, this one was put before it: a copy
 * is a duplicate, anything else a fork. Otherwise the record was edited.
 */
const broken = (reader: RegistrySnapshot, record: RegistryRecord) =>
  Effect.map(reader.records(record, 1), ([next]) => {
    const { huella, huella_anterior, orden } = record
    const behind = next === undefined || Either.isLeft(next) ? undefined : next.right
    if (behind?.huella === huella) return fault(record, "duplicated", `El registro ${orden} está repetido.`)
    if (behind?.huella_anterior === huella_anterior) return fault(record, "forked", `El registro ${orden} se encadena al mismo que otro.`)
    return fault(record, "edited", `El registro ${orden} fue modificado: su contenido no da su sello.`)
  })

const unrecorded = (invoice: Pick<RegistryRecord, "id" | "huella"> | null, registros: number): RegistryFault => {
  const at = { orden: registros + 1, huella: invoice?.huella ?? "" }
  const mensaje = `Falta el registro de la factura ${invoice?.id ?? ""}, que dice estar registrada.`
  return { ...fault(at, "missing", mensaje), factura_id: invoice?.id ?? null }
}

/** Which of the huellas that the suspect asks for stand before it in the chain, which is read once more up to there. */
const recalled = Effect.fnUntraced(function*(reader: RegistrySnapshot, { before, sought }: ChainSuspect) {
  const found: Array<string> = []
  let passed = 0
  let last: RegistryRecord | undefined
  while (sought.length > 0 && passed < before) {
    const page = yield* reader.records(last ?? null, Math.min(pageSize, before - passed))
    const records = page.flatMap((row) => (Either.isRight(row) ? [row.right] : []))
    if (records.length === 0) break
    for (const { huella } of records) if (sought.includes(huella)) found.push(huella)
    passed += records.length
    last = records.at(-1)
  }
  return found
})
