import { Array as Arrays, Clock, Effect, Either } from "effect"
import { instant } from "../calendar/instant.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import type { StorageUnavailable } from "../ports/Storage.ts"
import type { RecordAnswer, ShipmentAnswer, TaxAuthorityFailure } from "../ports/TaxAuthority.ts"
import type { RecordVerdict } from "../registry/RecordVerdict.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"
import type { Asking } from "./asking.ts"
import { findHeld, isSameRecord } from "./findHeld.ts"
import { noteWait } from "./noteDeparture.ts"
import { noteVerdicts } from "./noteVerdicts.ts"
import { storableAnswer } from "./storableAnswer.ts"
import type { SubmissionState } from "./SubmissionState.ts"
import { duplicateCodes, verdictOf } from "./verdictOf.ts"
import type { Waiting } from "./waitingRecords.ts"

/** Seconds between messages unless AEAT says otherwise (Orden HAC/1177/2024 art. 16.2). */
const defaultEspera = 60

/** Verdicts of one commit; the company's invoicing waits as long as it takes. */
const notedAtOnce = 50

/** A message that was answered. */
export interface Sent {
  /** As it was before the message left. */
  readonly state: SubmissionState
  readonly waiting: Waiting
  /** Those that were sent. */
  readonly records: ReadonlyArray<RegistryRecord>
  readonly asking: Asking
}

/**
 * Notes the verdicts on a message's records. Two refusals are doubtful: that of a duplicate, and that of a record that may
 * have been sent before. AEAT may hold this very record, and the answer to it was lost; so it is asked what it holds. When
 * it cannot be asked, all other verdicts are noted, the doubtful records wait, and this fails with the reason. Who may send but
 * not ask, as a collaborator's certificate (AEAT, error 4140), has to believe the answer. Answers whether AEAT holds another
 * record of this installation in the place of a doubtful one.
 * `alone`: the message is one record, for whose sake whole messages were refused.
 */
export const settleAnswer = Effect.fnUntraced(function*(
  sent: Sent,
  { csv, espera, records: answers }: ShipmentAnswer,
  alone = false,
) {
  const { organizationId } = sent.state
  const { run } = yield* GroupCommit
  const wait = espera ?? defaultEspera
  const recibido = instant(yield* Clock.currentTimeMillis)
  const verdict = ({ answer, record }: Answered, isOurs: boolean): RecordVerdict =>
    verdictOf(record, answer, csv, isOurs, recibido)
  const answered = answeredOf(sent, answers)
  const [certain, doubtful] = Arrays.partition(answered, isDoubtful)
  const found = yield* Effect.either(findHeld(doubtful.map(({ record }) => record), sent.asking))
  if (Either.isLeft(found) && !refusesQueries(found.left)) {
    yield* noteInTurns(sent, certain.map((one) => verdict(one, false)), wait, alone)
    yield* run(noteWait(organizationId, wait))
    return yield* Effect.fail(found.left)
  }
  const held = Either.getOrElse(found, () => undefined)
  const isOurs = (one: Answered): boolean => {
    if (held === undefined) return isDuplicateOfOurs(one)
    const there = held.get(one.record.id)
    return there !== undefined && isSameRecord(there, one.record, one.hadLeft || isAnnulledBy(sent.records, one.record))
  }
  yield* noteInTurns(sent, answered.map((one) => verdict(one, isOurs(one))), wait, alone)
  return doubtful.some((one) => held?.get(one.record.id)?.instalacion === organizationId && !isOurs(one))
})

/** Whether asking again would be refused again, while what is sent is taken. */
const refusesQueries = (failure: TaxAuthorityFailure | StorageUnavailable): boolean =>
  failure._tag === "ShipmentRefused" && failure.side === "client"

/** A record of the message with what was said of it. */
interface Answered {
  readonly record: RegistryRecord
  readonly answer: RecordAnswer
  /** Whether it had left before. */
  readonly hadLeft: boolean
}

const answeredOf = ({ records, state }: Sent, answers: ReadonlyArray<RecordAnswer>): ReadonlyArray<Answered> =>
  records.map((record, i) => {
    const answer = answers[i]
    if (answer === undefined) throw new Error("a record without its answer")
    return { record, answer: storableAnswer(answer), hadLeft: record.orden <= state.sentThrough }
  })

/** A number that we have sent before and that AEAT says it has: nobody else sends under it. */
const isDuplicateOfOurs = ({ answer: { codigo, duplicado }, hadLeft }: Answered): boolean =>
  hadLeft && duplicado !== null && codigo !== null && duplicateCodes.has(codigo)

const isDoubtful = ({ answer: { codigo, estado }, hadLeft }: Answered): boolean =>
  (codigo !== null && duplicateCodes.has(codigo)) || (estado === "Incorrecto" && hadLeft)

/** A message that came twice on its way is answered for the second time: what annuls the invoice is there by then. */
const isAnnulledBy = (records: ReadonlyArray<RegistryRecord>, { factura_id, orden }: RegistryRecord): boolean =>
  records.some((other) => other.tipo === "anulacion" && other.factura_id === factura_id && other.orden > orden)

const noteInTurns = Effect.fnUntraced(function*(
  { state: { organizationId }, waiting }: Sent,
  verdicts: ReadonlyArray<RecordVerdict>,
  espera: number,
  alone: boolean,
) {
  const { run } = yield* GroupCommit
  const noted = new Set<string>()
  for (let from = 0; from < verdicts.length; from += notedAtOnce) {
    const some = verdicts.slice(from, from + notedAtOnce)
    for (const { id } of some) noted.add(id)
    const through = waiting.throughWhen((id) => noted.has(id))
    yield* run(noteVerdicts(organizationId, some, espera, { through, alone }))
  }
})
