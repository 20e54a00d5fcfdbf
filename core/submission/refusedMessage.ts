import { Effect } from "effect"
import { instant } from "../calendar/instant.ts"
import type { Command } from "../commit/Command.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type RecordAnswer, ShipmentRefused } from "../ports/TaxAuthority.ts"
import { changeSubmission, noted } from "./changeSubmission.ts"
import { type Sent, settleAnswer } from "./settleAnswer.ts"

/** Errors of a whole message that one record may cause: its form, dates or characters (AEAT, errors 4102 ff.). */
const recordFaults: ReadonlySet<number> = new Set([4102, 4103, 4106, 4113, 4114, 4119, 4138])

/** More than this in a row are no faults of records but ours or AEAT's: then none is given up any more. */
const refusedAloneMax = 5

/** Until the next part of a refused message is sent, unless a full one waits. */
const partMillis = 60_000

/** What it says, in a Spanish phrase. */
export const saidOf = ({ codigo, mensaje }: Pick<ShipmentRefused, "codigo" | "mensaje">): string =>
  codigo === null ? `responde «${mensaje}»` : `responde ${codigo} «${mensaje}»`

/** Whether the message may have been refused for what one record holds. */
export const isOfRecord = (failure: { readonly _tag: string }): failure is ShipmentRefused =>
  failure instanceof ShipmentRefused && failure.side === "client"
  && failure.codigo !== null && recordFaults.has(failure.codigo)

/**
 * Of a message that is refused for what a record holds, half is sent next, and so on until it is that record alone: it
 * is then refused, and holds up no other.
 */
export const meetRefusal = Effect.fnUntraced(function*(sent: Sent, refusal: ShipmentRefused) {
  const { records, state } = sent
  const { run } = yield* GroupCommit
  if (records.length > 1) return yield* run(noteSuspects(state.organizationId, records.length))
  if (state.refusedAlone >= refusedAloneMax) return yield* refusal
  yield* settleAnswer(sent, { csv: null, espera: null, records: [refusedAlone(refusal)] }, true)
})

/** Notes that one of so many records is the cause of a refusal. */
const noteSuspects = (organizationId: OrganizationId, suspects: number): Command<void> =>
  changeSubmission(organizationId, (state, { clock }) => noted({ ...state, suspects, notBefore: instant(clock + partMillis) }))

const refusedAlone = ({ codigo, mensaje }: ShipmentRefused): RecordAnswer => ({
  estado: "Incorrecto",
  codigo,
  descripcion: mensaje,
  duplicado: null,
  respuesta: { CodigoErrorRegistro: String(codigo), DescripcionErrorRegistro: mensaje },
})
