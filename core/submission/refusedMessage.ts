import { Effect } from "effect"
import { instant } from "../calendar/instant.ts"
import type { Command } from "../commit/Command.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type RecordAnswer, ShipmentRefused } from "../ports/TaxAuthority.ts"
import { changeSubmission, noted } from "./changeSubmission.ts"
import { type Sent, settleAnswer } from "./settleAnswer.ts"

/** Errors of a whole message that a single record may cause by its form, dates or characters (AEAT, errors 4102 ff.). */
const recordFaults: ReadonlySet<number> = new Set([4102, 4103, 4106, 4113, 4114, 4119, 4138])

/** After this many in a row the fault must be ours or AEAT's, not the records', and no further record is given up. */
const refusedAloneMax = 5

/** How long to wait before the next part of a refused message is sent, unless enough records for a full message wait. */
const partMillis = 60_000

/** Whether the message may have been refused for the contents of a single record. */
export const isOfRecord = (failure: { readonly _tag: string }): failure is ShipmentRefused =>
  failure instanceof ShipmentRefused && failure.side === "client"
  && failure.codigo !== null && recordFaults.has(failure.codigo)

/**
 * What follows when a message is refused for the contents of a record: half of its records are sent next, and so on, until
 * the record is alone in its message. Then it is noted as refused, and no longer holds up the others.
 */
export const meetRefusal = Effect.fnUntraced(function*(sent: Sent, refusal: ShipmentRefused) {
  const { records, state } = sent
  const { run } = yield* GroupCommit
  if (records.length > 1) return yield* run(noteSuspects(state.organizationId, records.length))
  if (state.refusedAlone >= refusedAloneMax) return yield* refusal
  yield* settleAnswer(sent, { csv: null, espera: null, records: [refusedAlone(refusal)] }, true)
})

/** Notes that one of so many records makes AEAT refuse messages. */
const noteSuspects = (organizationId: OrganizationId, suspects: number): Command<void> =>
  changeSubmission(organizationId, (state, { clock }) => noted({ ...state, suspects, notBefore: instant(clock + partMillis) }))

const refusedAlone = ({ codigo, mensaje }: ShipmentRefused): RecordAnswer => ({
  estado: "Incorrecto",
  codigo,
  descripcion: mensaje,
  duplicado: null,
  respuesta: { CodigoErrorRegistro: String(codigo), DescripcionErrorRegistro: mensaje },
})
