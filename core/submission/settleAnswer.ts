import { Array as Arrays, Clock, Effect, Either } from "effect"
import { instant } from "../calendar/instant.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import { findHeld, isSameRecord } from "../comparison/findHeld.ts"
import type { StorageUnavailable } from "../ports/Storage.ts"
import type { Credentials, RecordAnswer, ShipmentAnswer, TaxAuthorityFailure } from "../ports/TaxAuthority.ts"
import type { RecordVerdict } from "../registry/RecordVerdict.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"
import { annulledThere, duplicated } from "./heldErrors.ts"
import { noteVerdicts } from "./noteVerdicts.ts"
import { noteWait } from "./noteWait.ts"
import { storableAnswer } from "./storableAnswer.ts"
import type { SubmissionState } from "./SubmissionState.ts"
import { verdictOf } from "./verdictOf.ts"
import type { Waiting } from "./waitingRecords.ts"

/** Seconds between messages, unless AEAT says otherwise (Orden HAC/1177/2024 art. 16.2). */
const defaultEspera = 60

/** How many verdicts are noted in one commit. The company's invoicing has to wait for that commit. */
const notedAtOnce = 50

/** A message that was sent. */
export interface Sent {
  /** The state before the message was sent. */
  readonly state: SubmissionState
  readonly waiting: Waiting
  /** The records in the message. */
  readonly records: ReadonlyArray<RegistryRecord>
  readonly credentials: Credentials
}

/**
 * Notes the verdicts on a message's records. Two kinds of refusal are doubtful: as a duplicate, and of a record that may have
 * been sent before. In both cases AEAT may hold this very record already, with its first answer lost, so it is asked what it
 * holds. If it cannot be asked, the other verdicts are noted, the doubtful records keep waiting, and this fails with the
 * reason. Where it may not be asked, as by a collaborator's certificate (AEAT, error 4140), or does not show what it says that it
 * has, the answer has to be believed.
 * Returns whether AEAT holds a different record of this installation in the place of a doubtful one. `alone`: the message
 * was a single record, for which whole messages had been refused.
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
  const found = yield* Effect.either(findHeld(doubtful.map(({ record }) => record), sent.credentials))
  if (Either.isLeft(found) && !refusesQueries(found.left)) {
    yield* noteInTurns(sent, certain.map((one) => verdict(one, false)), wait, alone)
    yield* run(noteWait(organizationId, wait))
    return yield* Effect.fail(found.left)
  }
  const held = Either.getOrElse(found, () => undefined)
  const isOurs = (one: Answered): boolean => {
    const there = held?.get(one.record.id)
    if (there === undefined) return isDuplicateOfOurs(one)
    return isSameRecord(there, one.record, one.hadLeft || isAnnulledBy(sent.records, one.record))
  }
  yield* noteInTurns(sent, answered.map((one) => verdict(one, isOurs(one))), wait, alone)
  return doubtful.some((one) => held?.get(one.record.id)?.instalacion === organizationId && !isOurs(one))
})

/** Whether AEAT refuses to be asked by this certificate, so that asking again would be no use. */
const refusesQueries = (failure: TaxAuthorityFailure | StorageUnavailable): boolean =>
  failure._tag === "ShipmentRefused" && failure.side === "client"

/** A record of the message with AEAT's answer to it. */
interface Answered {
  readonly record: RegistryRecord
  readonly answer: RecordAnswer
  /** Whether it may have been sent before this message. */
  readonly hadLeft: boolean
}

const answeredOf = ({ records, state }: Sent, answers: ReadonlyArray<RecordAnswer>): ReadonlyArray<Answered> =>
  records.map((record, i) => {
    const answer = answers[i]
    if (answer === undefined) throw new Error("a record without its answer")
    return { record, answer: storableAnswer(answer), hadLeft: record.orden <= state.sentThrough }
  })

/** Whether AEAT has a record of the invoice already, or had it annulled already: then this very one may have arrived before. */
const saysHeld = (codigo: number | null): boolean => codigo === duplicated || codigo === annulledThere

/** Whether AEAT says that it has a number which we have sent before: nobody else sends under that number. */
const isDuplicateOfOurs = ({ answer: { codigo, duplicado }, hadLeft }: Answered): boolean =>
  hadLeft && duplicado !== null && saysHeld(codigo)

const isDoubtful = ({ answer: { codigo, estado }, hadLeft }: Answered): boolean =>
  saysHeld(codigo) || (estado === "Incorrecto" && hadLeft)

/**
 * Whether a later record of the same message annuls this one. A message may reach AEAT twice; in the answer to the second,
 * the invoice is annulled already.
 */
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
