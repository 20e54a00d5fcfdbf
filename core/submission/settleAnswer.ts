import { Clock, Effect, Either } from "effect"
import { instant } from "../calendar/instant.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import type { HeldRecord, RecordAnswer, ShipmentAnswer } from "../ports/TaxAuthority.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"
import type { Asking } from "./asking.ts"
import { findHeld, isSameRecord } from "./findHeld.ts"
import { noteWait } from "./noteDeparture.ts"
import { noteVerdicts } from "./noteVerdicts.ts"
import type { RecordVerdict } from "./RecordVerdict.ts"
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
 * it cannot be asked, all other verdicts are noted, the doubtful records wait, and this fails with the reason. Answers
 * whether AEAT holds another record of this installation in the place of a doubtful one.
 * `alone`: the message is one record, for whose sake whole messages were refused.
 */
export const settleAnswer = (sent: Sent, { csv, espera, records: answers }: ShipmentAnswer, alone = false) =>
  Effect.gen(function*() {
    const { asking, records, state } = sent
    const recibido = instant(yield* Clock.currentTimeMillis)
    const hasLeft = ({ orden }: RegistryRecord): boolean => orden <= state.sentThrough
    const answered = records.map((record, i) => ({ record, answer: storableAnswer(answerAt(answers, i)) }))
    const isDoubtful = ({ answer, record }: Answered): boolean =>
      isDuplicate(answer) || (answer.estado === "Incorrecto" && hasLeft(record))
    const doubtful = answered.filter(isDoubtful).map(({ record }) => record)
    const found = yield* Effect.either(findHeld(doubtful, asking))
    const held = Either.getOrElse(found, () => new Map<string, HeldRecord>())
    const isOurs = (record: RegistryRecord): boolean => {
      const there = held.get(record.id)
      return there !== undefined && isSameRecord(there, record, hasLeft(record) || isAnnulledBy(records, record))
    }
    const verdicts = answered
      .filter((one) => Either.isRight(found) || !isDoubtful(one))
      .map(({ answer, record }) => verdictOf(record, answer, csv, isOurs(record), recibido))
    const { run } = yield* GroupCommit
    yield* noteInTurns(sent, verdicts, espera ?? defaultEspera, alone)
    if (Either.isLeft(found)) {
      yield* run(noteWait(state.organizationId, espera ?? defaultEspera))
      return yield* Effect.fail(found.left)
    }
    return doubtful.some((record) => held.get(record.id)?.instalacion === record.organizationId && !isOurs(record))
  })

/** A message that came twice on its way is answered for the second time: what annuls the invoice is there by then. */
const isAnnulledBy = (records: ReadonlyArray<RegistryRecord>, { factura_id, orden }: RegistryRecord): boolean =>
  records.some((other) => other.tipo === "anulacion" && other.factura_id === factura_id && other.orden > orden)

interface Answered {
  readonly record: RegistryRecord
  readonly answer: RecordAnswer
}

const noteInTurns = (
  { state: { organizationId }, waiting }: Sent,
  verdicts: ReadonlyArray<RecordVerdict>,
  espera: number,
  alone: boolean,
) =>
  Effect.gen(function*() {
    const { run } = yield* GroupCommit
    const noted = new Set<string>()
    for (let from = 0; from < verdicts.length; from += notedAtOnce) {
      const some = verdicts.slice(from, from + notedAtOnce)
      for (const { id } of some) noted.add(id)
      const through = waiting.throughWhen((id) => noted.has(id))
      yield* run(noteVerdicts(organizationId, some, espera, { through, alone }))
    }
  })

const isDuplicate = ({ codigo }: RecordAnswer): boolean => codigo !== null && duplicateCodes.has(codigo)

const answerAt = (answers: ReadonlyArray<RecordAnswer>, i: number): RecordAnswer => {
  const answer = answers[i]
  if (answer === undefined) throw new Error("a record without its answer")
  return answer
}
