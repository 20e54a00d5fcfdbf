import { Cause, Clock, Effect, Option } from "effect"
import { dayMillis, instant } from "../calendar/instant.ts"
import { credentialsOf } from "../certificates/credentials.ts"
import type { StoredCertificate } from "../certificates/StoredCertificate.ts"
import { mapResult } from "../commit/Command.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import { insistent } from "../commit/insistent.ts"
import { answeringAuthority } from "../comparison/answeringAuthority.ts"
import { reasonOf } from "../comparison/failureReason.ts"
import { again, done, type HeldJob, type Next } from "../jobs/HeldJob.ts"
import { Storage, type TransactionFailure } from "../ports/Storage.ts"
import type { Refusal } from "../refusals/refusal.ts"
import { type SparseWarning, sparseWarning } from "../telemetry/sparseWarning.ts"
import { announceExpiry, announcementOf } from "./announceExpiry.ts"
import { departureOf, isLate, nextMessage } from "./nextMessage.ts"
import { noteDeparture } from "./noteDeparture.ts"
import { noteFailure } from "./noteFailure.ts"
import { type Grounds, onSameGrounds } from "./onSameGrounds.ts"
import { readSubmissionState } from "./readSubmissionState.ts"
import { isOfRecord, meetRefusal } from "./refusedMessage.ts"
import { heldUpUntil, makeWatch, type Watch } from "./registryWatch.ts"
import { type Sent, settleAnswer } from "./settleAnswer.ts"
import type { SubmissionState } from "./SubmissionState.ts"
import { type Waiting, waitingRecords } from "./waitingRecords.ts"

/**
 * How much of its lease a job needs before it begins a message, in milliseconds: as long as noting the answer may take. The
 * lease is extended while AEAT is waited for.
 */
export const messageMillis = 20_000

/** What the handler of a process remembers, and how it tells of messages that failed. */
interface Sender {
  readonly watch: Watch
  readonly warn: SparseWarning
}

/** Makes the handler that sends companies' records. Each process needs one of its own, which remembers what it has compared. */
export const makeSubmitRecords = Effect.map(makeWatch, (watch) => {
  const sender = { watch, warn: sparseWarning("records could not be sent") }
  return (job: HeldJob) => submitRecords(job, sender)
})

/** Sends a company's waiting records, in the order in which they were made, as fast as the tax authority allows. */
const submitRecords = Effect.fnUntraced(function*(job: HeldJob, sender: Sender) {
  const { mayBegin, organizationId } = job
  const { find } = yield* Storage
  while (yield* mayBegin(messageMillis)) {
    const certificate = Option.getOrUndefined(yield* find("certificate", organizationId, organizationId))
    if (certificate === undefined) return done
    const state = yield* readSubmissionState(organizationId)
    yield* announceInTime(certificate, state)
    const waiting = yield* waitingRecords(state)
    if (waiting.records.length === 0) return yield* untilAnnouncement(certificate)
    const now = instant(yield* Clock.currentTimeMillis)
    const due = departureOf(state, waiting.records, now)
    if (due > now) return again(due)
    const next = yield* sendMessage(waiting, { certificate, state }, sender, job)
    if (next !== undefined) return next
  }
  return again(instant(yield* Clock.currentTimeMillis))
})

/** Sends one message and notes the result. Returns when to go on; undefined for at once. */
const sendMessage = Effect.fnUntraced(function*(
  waiting: Waiting,
  grounds: Grounds,
  { warn, watch }: Sender,
  { mayBegin, mayNote }: HeldJob,
) {
  const { state } = grounds
  const { organizationId } = state
  const { run } = yield* insistent(mayNote)
  const failed = (problem: string): Effect.Effect<Next | undefined, Refusal | TransactionFailure> =>
    Effect.map(
      run(onSameGrounds(grounds, noteFailure(organizationId, problem, waiting.records[0]?.orden))),
      (due) => (due === undefined ? undefined : again(due)),
    )
  return yield* Effect.gen(function*() {
    const credentials = yield* credentialsOf(organizationId)
    const heldUp = yield* heldUpUntil(state, credentials, watch)
    if (heldUp !== undefined) return again(heldUp)
    // AEAT may have been asked for minutes: another worker may have the job by now.
    if (!(yield* mayBegin(messageMillis))) return undefined
    const sent: Sent = { credentials, state, waiting, records: nextMessage(state, waiting.records) }
    const isOutOfStep = yield* submit(sent, grounds, mayNote)
    if (!isOutOfStep) return undefined
    watch.seen.delete(organizationId)
    const heldUpNow = yield* heldUpUntil(state, credentials, watch)
    return heldUpNow === undefined ? undefined : again(heldUpNow)
  }).pipe(
    Effect.catchTag("ShipmentRefused", "TaxAuthorityUnreachable", "CertificateUnusable", (failure) => {
      const reason = reasonOf(failure)
      return Effect.zipRight(warn({ organizationId, reason }), failed(reason))
    }),
    // Without this the job would be tried again every five seconds, and AEAT get the same message as often.
    Effect.catchAllDefect((defect) =>
      Effect.zipRight(
        Effect.logError("records could not be sent", { organizationId }, Cause.die(defect)),
        failed("error interno al enviar"),
      )
    ),
  )
})

/**
 * Returns whether AEAT seems to hold other records of this installation in the place of ours. Sends nothing if the grounds have
 * changed, or another worker has sent since.
 */
const submit = Effect.fnUntraced(function*(sent: Sent, grounds: Grounds, mayNote: HeldJob["mayNote"]) {
  const { credentials, records, state } = sent
  const { organizationId } = state
  const { run } = yield* GroupCommit
  const authority = yield* answeringAuthority
  const [first] = records
  const last = records.at(-1)
  if (first === undefined || last === undefined) throw new Error("a message without records")
  const incidencia = isLate(state, first, instant(yield* Clock.currentTimeMillis))
  const departure = mapResult(noteDeparture(organizationId, last.orden), () => true)
  const departed = yield* run(onSameGrounds(grounds, departure, ({ answeredThrough, lastSent, vigilance }) =>
    vigilance !== "ahead" && answeredThrough === state.answeredThrough && lastSent === state.lastSent))
  if (departed === undefined) return false
  return yield* authority.submit({ ...credentials, incidencia, records }).pipe(
    Effect.matchEffect({
      onSuccess: (answer) => settleAnswer(sent, answer),
      onFailure: (failure) =>
        isOfRecord(failure) ? Effect.as(meetRefusal(sent, failure), false) : Effect.fail(failure),
    }),
    Effect.provideServiceEffect(GroupCommit, insistent(mayNote)),
  )
})

const announceInTime = Effect.fnUntraced(function*(
  certificate: StoredCertificate,
  { announced, organizationId }: SubmissionState,
) {
  const now = yield* Clock.currentTimeMillis
  const isSoon = announcementOf(certificate) <= now && now < certificate.caduca
  if (!isSoon || announced === certificate.caduca) return
  const { run } = yield* GroupCommit
  yield* run(announceExpiry(organizationId))
})

/**
 * With nothing to send the job still has to come back when the certificate's end is to be announced. Until then it comes daily,
 * as what is put off further counts as put off under a wrong clock (`recall`).
 */
const untilAnnouncement = (certificate: StoredCertificate) =>
  Effect.map(Clock.currentTimeMillis, (now): Next => {
    const due = announcementOf(certificate)
    return due > now ? again(instant(Math.min(due, now + dayMillis))) : done
  })
