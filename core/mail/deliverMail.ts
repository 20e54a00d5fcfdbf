import { Cause, Clock, Effect } from "effect"
import { instant } from "../calendar/instant.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import { printInvoice } from "../invoices/printInvoice.ts"
import { Mailer } from "../ports/Mailer.ts"
import { Storage } from "../ports/Storage.ts"
import { readOrganization } from "../organizations/readOrganization.ts"
import { claimMail, type MailOutcome, noteMail } from "./mailAttempts.ts"
import type { OutgoingMail } from "./OutgoingMail.ts"

/** Letters taken up in one go. */
const roundMax = 50

/** Letters on their way at once. */
const atOnce = 4

/**
 * Sends the letters that are due, of every company, and answers how many it took up. A letter may be sent twice when a
 * sender dies between handing it over and noting so; it then has the same Message-ID. Interrupted, it ends what it has
 * taken up.
 */
export const deliverDueMail = Effect.gen(function*() {
  const storage = yield* Storage
  const now = instant(yield* Clock.currentTimeMillis)
  const due = yield* storage.due("outgoingMail", now, roundMax)
  const taken = yield* Effect.forEach(due, deliver, { concurrency: atOnce })
  return taken.filter((one) => one).length
})

const deliver = (due: OutgoingMail) =>
  Effect.gen(function*() {
    const { run } = yield* GroupCommit
    const claimed = yield* run(claimMail(due))
    if (claimed === undefined) return false
    const outcome = yield* attempt(claimed)
    // No words of the server's: they may quote addresses, and stand in `ultimo_error`.
    if (outcome.error !== null) yield* Effect.logWarning("a letter was not sent", { mail: claimed.id })
    yield* run(noteMail(claimed, outcome))
    return true
  }).pipe(Effect.uninterruptible)

/** Prints and hands over; every way in which that fails is an outcome. A bug does not end the round of the others. */
const attempt = (mail: OutgoingMail) =>
  Effect.gen(function*() {
    const mailer = yield* Mailer
    const organization = yield* readOrganization(mail.organizationId)
    const { file, name } = yield* printInvoice(mail.organizationId, mail.factura_id)
    yield* mailer.send({
      id: mail.id,
      nombre: organization.nombre,
      responderA: organization.email,
      para: mail.para,
      asunto: mail.asunto,
      texto: mail.mensaje,
      adjunto: { nombre: `${name}.pdf`, tipo: "application/pdf", contenido: file },
    })
    return sent
  }).pipe(
    Effect.catchTags({
      MailNotSent: ({ reason, transient }) => Effect.succeed<MailOutcome>({ error: reason, transient }),
      NotFound: () => Effect.succeed<MailOutcome>({ error: "la factura ya no existe", transient: false }),
      PrinterBusy: () => Effect.succeed<MailOutcome>({ error: "la cola de impresión está llena", transient: true }),
    }),
    Effect.catchAllDefect((defect) =>
      Effect.as(
        Effect.logError("a letter could not be prepared", { mail: mail.id }, Cause.die(defect)),
        { error: "error interno al preparar el envío", transient: true },
      )
    ),
  )

const sent: MailOutcome = { error: null, transient: false }
