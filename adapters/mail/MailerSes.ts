import type { SESv2ClientConfig } from "@aws-sdk/client-sesv2"
import { Effect, Layer } from "effect"
import { type Mail, MailNotSent, Mailer } from "../../core/ports/Mailer.ts"
import { asciiAddress } from "./asciiAddress.ts"
import { mimeOf } from "./mimeOf.ts"
import { isAboutSesAccount } from "./sesAccount.ts"

/** Amazon SES, by its own interface (API v2). */
export interface SesSettings {
  /** The address that letters are sent from; it must be verified in SES, as an identity. */
  readonly from: string
  /**
   * The configuration set of SES whose events tell what became of letters. Each letter is tagged with its id, as
   * `talonario-mail`.
   */
  readonly configurationSet?: string
  /** For the client of the AWS SDK; region and credentials come from the surroundings unless given here. */
  readonly client?: SESv2ClientConfig
  /** How long an unused connection is kept, in milliseconds; half a minute by default. */
  readonly idleMillis?: number
}

/**
 * How long an answer is waited for, and an unused connection kept: one that was silent for longer may have been
 * forgotten by what stands between.
 */
const timeoutMillis = 30_000

/**
 * Letters over Amazon SES; the SDK is loaded when the layer is built. SES knows no repetition of a request, so nothing
 * is tried twice here: a letter whose answer is lost may be sent again later. SES gives each a Message-ID of its own.
 */
export const layer = (
  { client: settings, configurationSet, from, idleMillis = timeoutMillis }: SesSettings,
): Layer.Layer<Mailer> =>
  Layer.scoped(
    Mailer,
    Effect.gen(function*() {
      const { SESv2Client, SendEmailCommand } = yield* Effect.promise(() => import("@aws-sdk/client-sesv2"))
      const agent = { keepAlive: true, timeout: idleMillis }
      const requestHandler = { httpAgent: agent, httpsAgent: agent }
      const client = yield* Effect.acquireRelease(
        Effect.sync(() => new SESv2Client({ maxAttempts: 1, requestHandler, ...settings })),
        (open) => Effect.sync(() => open.destroy()),
      )
      const hand = (mail: Mail, recipients: Array<string>) =>
        Effect.tryPromise({
          try: async (abortSignal) => {
            const command = new SendEmailCommand({
              FromEmailAddress: asciiAddress(from) ?? from,
              Destination: { ToAddresses: recipients },
              Content: { Raw: { Data: await mimeOf(mail, from, "windows") } },
              EmailTags: [{ Name: "talonario-mail", Value: mail.id }],
              ...(configurationSet === undefined ? {} : { ConfigurationSetName: configurationSet }),
            })
            await client.send(command, { abortSignal })
          },
          catch: notSent,
        }).pipe(Effect.timeoutFail({ duration: timeoutMillis, onTimeout: () => silent }))
      return Mailer.of({
        send: (mail) => {
          // As SES wants them (SendEmail, Destination).
          const recipients = mail.para.flatMap((address) => asciiAddress(address) ?? [])
          return recipients.length < mail.para.length ? Effect.fail(noAddress) : hand(mail, recipients)
        },
      })
    }),
  )

const noAddress = new MailNotSent({ reason: "una de las direcciones no es de correo", transient: false })
const silent = new MailNotSent({ reason: "SES no contesta", transient: true })

/** A fault of the letter is final. A fault of account, identity, rate or network may pass: the letter is tried again. */
const notSent = (error: unknown): MailNotSent => {
  if (!(error instanceof Error)) return new MailNotSent({ reason: String(error), transient: true })
  const { message, name } = error
  const isRejected = name === "MessageRejected" && !isAboutSesAccount(message)
  return new MailNotSent({ reason: `${name}: ${message}`, transient: !isRejected && name !== "BadRequestException" })
}
