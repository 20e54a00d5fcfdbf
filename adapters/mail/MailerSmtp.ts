import { Effect, Layer, Redacted } from "effect"
import { createTransport } from "nodemailer"
import { MailNotSent, Mailer } from "../../core/ports/Mailer.ts"
import { messageOf } from "./message.ts"

/** A mail server. */
export interface SmtpSettings {
  /** smtp:// or smtps://, with user and password where the server wants them. */
  readonly url: Redacted.Redacted
  /** Whose address letters are sent from. */
  readonly from: string
}

/** Server, greeting and the letter itself have this long each. */
const timeoutMillis = 30_000

/** Letters over SMTP, a few connections kept open; it ends with the scope. */
export const layer = ({ from, url }: SmtpSettings): Layer.Layer<Mailer> =>
  Layer.scoped(
    Mailer,
    Effect.gen(function*() {
      const transport = yield* Effect.acquireRelease(
        Effect.sync(() =>
          createTransport({
            url: Redacted.value(url),
            pool: true,
            maxConnections: 4,
            connectionTimeout: timeoutMillis,
            greetingTimeout: timeoutMillis,
            socketTimeout: timeoutMillis,
          })
        ),
        (open) => Effect.sync(() => open.close()),
      )
      return Mailer.of({
        send: (mail) =>
          Effect.asVoid(Effect.tryPromise({
            try: () => transport.sendMail(messageOf(mail, from)),
            catch: notSent,
          })),
      })
    }),
  )

/** Answers from 500 on are final (RFC 5321, section 4.2.1), but not a refused login, which an operator mends. */
const notSent = (error: unknown): MailNotSent => {
  const { code, responseCode } = detailsOf(error)
  const reason = error instanceof Error ? error.message : String(error)
  return new MailNotSent({ reason, transient: responseCode === undefined || responseCode < 500 || code === "EAUTH" })
}

const detailsOf = (error: unknown): { readonly code: unknown; readonly responseCode: number | undefined } => {
  if (typeof error !== "object" || error === null) return { code: undefined, responseCode: undefined }
  const responseCode = "responseCode" in error && typeof error.responseCode === "number" ? error.responseCode : undefined
  return { code: "code" in error ? error.code : undefined, responseCode }
}
