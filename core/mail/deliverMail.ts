import { Cause, Clock, Effect, Either, Option } from "effect"
import { instant } from "../calendar/instant.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import { insistent } from "../commit/insistent.ts"
import type { Lifecycle } from "../invoices/Invoice.ts"
import { again, done, type HeldJob } from "../jobs/HeldJob.ts"
import { patienceMillis } from "../jobs/patience.ts"
import { readOrganization } from "../organizations/readOrganization.ts"
import { type Mail, Mailer, MailNotSent } from "../ports/Mailer.ts"
import { Storage } from "../ports/Storage.ts"
import { printInvoice } from "../printing/printInvoice.ts"
import { isFarOff } from "../retries/retryWaits.ts"
import { observedMailAttempt } from "../telemetry/attemptTelemetry.ts"
import { departMail, type MailOutcome, noteMail } from "./mailAttempts.ts"
import type { OutgoingMail } from "./OutgoingMail.ts"

/** The time that a letter needs to be worth beginning: it is printed and, unless the server is slow, handed over within it. */
export const letterMillis = 10_000

/** How long a letter waits that finds the print queue full. */
const printerWaitMillis = 5_000

/**
 * Sends a letter that is due. If a worker dies after handing it over and before that is stored, it is sent twice, with the same
 * Message-ID.
 */
export const deliverMail = Effect.fnUntraced(function*({ id, mayBegin, mayNote, organizationId }: HeldJob) {
  const { find } = yield* Storage
  const { run } = yield* GroupCommit
  const noting = yield* insistent(mayNote)
  const mail = Option.getOrUndefined(yield* find("outgoingMail", organizationId, id))
  if (mail === undefined || mail.proximo_intento === null) return done
  const now = instant(yield* Clock.currentTimeMillis)
  if (mail.proximo_intento > now && !isFarOff(mail.proximo_intento, now)) return again(mail.proximo_intento)
  if (!(yield* mayBegin(letterMillis))) return again(mail.proximo_intento)
  // Printed before its departure is stored: if the storage fails in here, nothing was sent and the attempt does not count.
  const printed = yield* Effect.catchTag(prepared(mail), "PrinterBusy", () => Effect.succeed(undefined))
  if (printed === undefined) {
    yield* Effect.logWarning("a letter waits, as the print queue is full", { mail: id })
    return again(instant((yield* Clock.currentTimeMillis) + printerWaitMillis))
  }
  const departed = yield* run(departMail(mail, Either.getOrUndefined(printed)?.lifecycle))
  if (departed === undefined) return again(mail.proximo_intento)
  // `departed` and not `mail`: another worker may have stored meanwhile who has the letter already.
  const attempt = Either.match(printed, {
    onLeft: Effect.succeed<MailOutcome>,
    onRight: ({ letter }) => handedOver({ ...letter, para: departed.para }),
  })
  const outcome = yield* observedMailAttempt(({ error }) => error === null, attempt)
  // The log gets no words of the server's, as they may quote addresses. They are stored in `ultimo_error`.
  if (outcome.error !== null) {
    yield* Effect.logWarning("a letter was not sent", { organizationId, mail: id, transient: outcome.transient })
  }
  const noted = yield* noting.run(noteMail(departed, outcome))
  return noted === undefined || noted.proximo_intento === null ? done : again(noted.proximo_intento)
})

/** A letter with its PDF file, and the state in which the document was before it was printed. */
interface Printed {
  readonly letter: Mail
  readonly lifecycle: Lifecycle | undefined
}

/**
 * The letter with its PDF file; or else why there is none, which is then the outcome of the attempt. Fails if the print queue
 * is full.
 */
const prepared = (mail: OutgoingMail) =>
  Effect.gen(function*() {
    const { find } = yield* Storage
    const organization = yield* readOrganization(mail.organizationId)
    const lifecycle = Option.getOrUndefined(yield* find("invoice", mail.organizationId, mail.factura_id))?.lifecycle
    const { file, name } = yield* printInvoice(mail.organizationId, mail.factura_id)
    const letter: Mail = {
      id: mail.id,
      nombre: organization.nombre,
      responderA: organization.email,
      para: mail.para,
      asunto: mail.asunto,
      texto: mail.mensaje,
      adjunto: { nombre: `${name}.pdf`, tipo: "application/pdf", contenido: file },
    }
    return Either.right<Printed>({ letter, lifecycle })
  }).pipe(
    Effect.catchTag("NotFound", () => Effect.succeed(none({ error: "la factura ya no existe", transient: false }))),
    Effect.timeoutTo({ duration: patienceMillis, onSuccess: (whole) => whole, onTimeout: () => none(unprinted) }),
    Effect.catchAllDefect((defect) => Effect.map(told("a letter could not be prepared", mail.id, defect), none)),
  )

const unprinted: MailOutcome = { error: "la factura no se imprimió en cinco minutos", transient: true }

const none = (outcome: MailOutcome): Either.Either<Printed, MailOutcome> => Either.left(outcome)

const handedOver = (letter: Mail): Effect.Effect<MailOutcome, never, Mailer> =>
  Effect.flatMap(Mailer, ({ send }) => send(letter)).pipe(
    Effect.as(sent),
    Effect.timeoutFail({ duration: patienceMillis, onTimeout: () => new MailNotSent({ reason: unanswered, transient: true }) }),
    Effect.catchTag("MailNotSent", ({ left = letter.para, reason, refused = [], transient }) =>
      Effect.succeed<MailOutcome>({ error: reason, transient, left, refused })),
    Effect.catchAllDefect((defect) => told("the mailer broke over a letter", letter.id, defect)),
  )

const unanswered = "el servidor de correo no contestó en cinco minutos"

const sent: MailOutcome = { error: null, transient: false }

/** Logs a defect and makes an outcome of it, so that the letter is tried again like others. */
const told = (what: string, id: string, defect: unknown): Effect.Effect<MailOutcome> =>
  Effect.as(
    Effect.logError(what, { mail: id }, Cause.die(defect)),
    { error: "error interno al preparar el envío o al entregarlo al servidor de correo", transient: true },
  )
