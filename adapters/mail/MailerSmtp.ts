import { Effect, Layer, Redacted } from "effect"
import { createTransport, type NodemailerError } from "nodemailer"
import { patienceMillis } from "../../core/jobs/patience.ts"
import { refusedRecipients } from "../../core/mail/refusedRecipients.ts"
import { MailNotSent, Mailer } from "../../core/ports/Mailer.ts"
import { isLoopback } from "../../core/text/isLoopback.ts"
import { thrownText } from "../../core/text/thrownText.ts"
import { urlOf } from "../../core/text/urlOf.ts"
import { asciiAddress } from "./asciiAddress.ts"
import { messageOf } from "./message.ts"
import { isAboutSesAccount } from "./sesAccount.ts"

/** A mail server. */
export interface SmtpSettings {
  /** smtp:// or smtps://, with user and password where the server wants them; these never go without TLS. */
  readonly url: Redacted.Redacted
  /** The address that letters are sent from. */
  readonly from: string
}

/** How long connecting may take, how long the greeting after it, and how long an unused connection is kept. */
const timeoutMillis = 30_000

/**
 * Sends letters over SMTP, on a few connections that are kept open until the scope ends. A letter whose sending is
 * interrupted is not sent any more.
 */
export const layer = ({ from, url }: SmtpSettings): Layer.Layer<Mailer> =>
  Layer.scoped(
    Mailer,
    Effect.gen(function*() {
      const transport = yield* Effect.acquireRelease(
        Effect.sync(() =>
          createTransport({
            url: Redacted.value(url),
            requireTLS: needsTls(Redacted.value(url)),
            pool: true,
            maxConnections: 4,
            connectionTimeout: timeoutMillis,
            greetingTimeout: timeoutMillis,
            // A server may take minutes over the final dot (RFC 5321, section 4.5.3.2.6): who sends sets the limit.
            socketTimeout: patienceMillis,
            idleTimeout: timeoutMillis,
          })
        ),
        (open) => Effect.sync(() => open.close({ force: true })),
      )
      return Mailer.of({
        send: (mail) =>
          Effect.flatMap(
            Effect.tryPromise({
              try: (signal) => transport.sendMail({ ...messageOf(mail, from), signal }),
              catch: (error) => notSent(mail.para, error),
            }),
            ({ rejectedErrors = [] }) => (rejectedErrors.length === 0 ? Effect.void : partlySent(mail.para, rejectedErrors)),
          ),
      })
    }),
  )

/** Whether TLS must be waited for: a password is to go over a network, which loopback is not. */
const needsTls = (address: string): boolean => {
  const url = urlOf(address)
  if (url === undefined) return false
  const { password, protocol, username } = url
  return protocol === "smtp:" && `${username}${password}` !== "" && !isLoopback(url)
}

/** Some recipients were refused. Those that were only put off are tried again, without those who have the letter already. */
const partlySent = (para: ReadonlyArray<string>, errors: ReadonlyArray<NodemailerError>): MailNotSent => {
  // Nodemailer gives back the address that it wrote.
  const given = (recipient: string) => para.find((one) => written(one) === written(recipient)) ?? recipient
  const of = (isFinal: boolean) =>
    errors.flatMap(({ recipient, responseCode = 0 }) =>
      recipient !== undefined && isFinalCode(responseCode) === isFinal ? [given(recipient)] : [])
  const [left, refused] = [of(false), of(true)]
  return new MailNotSent({ reason: refusedRecipients(errors.length, para.length), transient: left.length > 0, left, refused })
}

const written = (address: string): string => asciiAddress(address) ?? address

/**
 * Commands whose refusal is about a recipient or the letter. An earlier refusal is about session, account or sender,
 * which an operator can mend.
 */
const aboutLetter: ReadonlySet<unknown> = new Set(["RCPT TO", "DATA"])

/** A server that wants a login or TLS before it hears of the letter (RFC 4954, section 6; RFC 3207, section 4). */
const wantsLogin: ReadonlySet<number> = new Set([503, 530])

/** The letter is larger than the server takes, whenever it says so (RFC 1870, sections 6.1 and 6.3). */
const tooLarge = 552

/** Answers from 500 on are final (RFC 5321, section 4.2.1). */
const isFinalCode = (responseCode: number): boolean => responseCode >= 500 && !wantsLogin.has(responseCode)

const notSent = (para: ReadonlyArray<string>, error: unknown): MailNotSent => {
  const { code, command, rejectedErrors = [], response = "", responseCode = 0 } = isSmtpError(error) ? error : {}
  const final = rejectedErrors.filter((one) => isFinalCode(one.responseCode ?? 0))
  if (final.length > 0 && final.length < rejectedErrors.length) return partlySent(para, rejectedErrors)
  const isOverLetter = aboutLetter.has(command) && !isAboutSesAccount(response)
  const isFinal = responseCode === tooLarge || (isFinalCode(responseCode) && isOverLetter)
  return new MailNotSent({ reason: code === "EAUTH" ? loginRefused(responseCode) : thrownText(error), transient: !isFinal })
}

// The words with which a login is refused are not passed on: some servers quote the user and password that they were sent.
const loginRefused = (responseCode: number): string => {
  const told = responseCode === 0 ? "" : ` (código ${responseCode})`
  // It could not look them up (454, RFC 4954, section 6): the operator need not change them.
  return responseCode >= 400 && responseCode < 500
    ? `el servidor de correo no puede comprobar el usuario y la contraseña ahora${told}`
    : `el servidor de correo no admite el usuario y la contraseña${told}`
}

const isSmtpError = (error: unknown): error is NodemailerError => error instanceof Error
