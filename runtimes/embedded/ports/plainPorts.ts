import { Cause, Clock, Effect, Exit, Layer } from "effect"
import { Entropy } from "../../../core/ports/Entropy.ts"
import { type Mail, Mailer, MailNotSent } from "../../../core/ports/Mailer.ts"
import { PdfPrinter, type PrintableDocument, PrinterBusy } from "../../../core/ports/PdfPrinter.ts"
import { type RateLimit, RateLimiter, type RateWindow } from "../../../core/ports/RateLimiter.ts"
import { SealBroken, SecretBox } from "../../../core/ports/SecretBox.ts"
import {
  CertificateUnusable,
  type HeldPage,
  type RegistryQuery,
  type Shipment,
  type ShipmentAnswer,
  ShipmentRefused,
  TaxAuthority,
  type TaxAuthorityFailure,
  TaxAuthorityUnreachable,
} from "../../../core/ports/TaxAuthority.ts"
import { NoAnswer, type WebhookRequest, WebhookSender } from "../../../core/ports/WebhookSender.ts"
import { askHost } from "../callersContext.ts"

/**
 * The ports as hosts without Effect write them: plain objects whose functions give promises. What a port's own errors
 * (`MailNotSent`, `NoAnswer`…) say is told when a promise rejects with one of them and its reason; any other rejection is
 * logged and counts as the port's passing failure where it has one, else as a defect. Time limits are the host's
 * (docs/embedding.md).
 */

/** Port PdfPrinter. Rejects with `PrinterBusy` when its queue is full. */
export interface PlainPdfPrinter {
  readonly print: (document: PrintableDocument, logo: () => Promise<Uint8Array>) => Promise<Uint8Array>
}

/** Port Mailer. Rejects with `MailNotSent`; anything else is tried again later. */
export interface PlainMailer {
  readonly send: (mail: Mail) => Promise<unknown>
}

/** Port WebhookSender. Which addresses are public is its own to judge, when it connects. */
export interface PlainWebhookSender {
  /** The signal ends the attempt. Rejects with `NoAnswer`; anything else is tried again later. */
  readonly send: (request: WebhookRequest, signal: AbortSignal) => Promise<{ readonly codigo: number }>
}

/** Port RateLimiter; `now` in milliseconds since 1970. */
export interface PlainRateLimiter {
  readonly rule: RateLimit
  readonly take: (caller: string, now: number) => Promise<RateWindow>
  readonly peek: (caller: string, now: number) => Promise<RateWindow>
}

/** Port TaxAuthority. Rejects with one of its three errors; anything else counts as `TaxAuthorityUnreachable`. */
export interface PlainTaxAuthority {
  readonly submit: (shipment: Shipment, signal: AbortSignal) => Promise<ShipmentAnswer>
  readonly query: (query: RegistryQuery, signal: AbortSignal) => Promise<HeldPage>
}

/** Port SecretBox. `open` rejects with `SealBroken` for what was not sealed by it. */
export interface PlainSecretBox {
  /** Letters, digits, dots, hyphens and underscores only. */
  readonly seal: (text: string) => Promise<string>
  readonly open: (sealed: string) => Promise<string>
}

/** Port Entropy. Not a promise: identifiers are made within decisions, which wait for nothing. */
export interface PlainEntropy {
  readonly bytes: (count: number) => Uint8Array
}

/** The clock: milliseconds since 1970. Waits still take their real time. */
export interface PlainClock {
  readonly now: () => number
}

/** Runs a function of the host's; `read` makes the port's error, or a defect, of what it rejects with. */
const asking = <A, E>(
  ask: (signal: AbortSignal) => Promise<A>,
  read: (rejected: unknown) => Effect.Effect<never, E>,
): Effect.Effect<A, E> =>
  Effect.catchAll(askHost(ask), read)

/** `over`: what it has failed for, by the names that the log has for such. */
const logged = <E>(port: string, over: object, rejected: unknown, failure: E): Effect.Effect<never, E> =>
  Effect.zipRight(Effect.logWarning(`the host's ${port} failed`, over, Cause.fail(rejected)), Effect.fail(failure))

/** Whether a host that the compiler does not check has told why. Without it, nothing could be noted of the failure. */
const isTold = (reason: unknown): boolean => typeof reason === "string" && reason.trim() !== ""

const undelivered = "el correo no se pudo entregar"

/** A letter that failed for reasons unknown is tried again. */
const whole = (failure: MailNotSent): MailNotSent =>
  isTold(failure.reason) && typeof failure.transient === "boolean" ? failure : new MailNotSent({
    ...failure,
    reason: isTold(failure.reason) ? failure.reason : undelivered,
    transient: failure.transient !== false,
  })

const mailer = (host: PlainMailer) =>
  Mailer.of({
    send: (mail) =>
      Effect.asVoid(asking(() => host.send(mail), (rejected) =>
        rejected instanceof MailNotSent
          ? Effect.fail(whole(rejected))
          : logged("mailer", { mail: mail.id }, rejected, new MailNotSent({ reason: undelivered, transient: true })))),
  })

const notSent = "el aviso no se pudo enviar"

const webhookSender = (host: PlainWebhookSender) =>
  WebhookSender.of({
    send: (request) =>
      asking((signal) => host.send(request, signal), (rejected) =>
        rejected instanceof NoAnswer && isTold(rejected.reason)
          ? Effect.fail(rejected)
          : logged("webhook sender", { delivery: request.headers["x-svc-envio"] }, rejected, new NoAnswer({ reason: notSent }))),
  })

const taxAuthority = (host: PlainTaxAuthority) => {
  const read = (over: object) => (rejected: unknown): Effect.Effect<never, TaxAuthorityFailure> =>
    (rejected instanceof ShipmentRefused && isTold(rejected.mensaje))
      || ((rejected instanceof TaxAuthorityUnreachable || rejected instanceof CertificateUnusable) && isTold(rejected.reason))
      ? Effect.fail(rejected)
      : logged("tax authority", over, rejected, new TaxAuthorityUnreachable({ reason: "no se pudo preguntar" }))
  return TaxAuthority.of({
    submit: (shipment) =>
      asking((signal) => host.submit(shipment, signal), read({ organizationId: shipment.records[0]?.organizationId })),
    query: (query) => asking((signal) => host.query(query, signal), read({})),
  })
}

const secretBox = (host: PlainSecretBox) =>
  SecretBox.of({
    seal: (text) => Effect.orDie(askHost(() => host.seal(text))),
    open: (sealed) =>
      asking(() => host.open(sealed), (rejected) =>
        rejected instanceof SealBroken ? Effect.fail(rejected) : Effect.die(rejected)),
  })

/** What a host without types answers may be anything. It may come from another realm too, as in Jest. */
const bytesOf = (file: Uint8Array): Uint8Array => {
  if (ArrayBuffer.isView(file)) return file
  throw new TypeError("pdfPrinter: print is to answer the bytes of the file")
}

/** A host that cannot read the logo fails to print: then the failure of the logo is told. */
const pdfPrinter = (host: PlainPdfPrinter) =>
  PdfPrinter.of({
    print: <E>(document: PrintableDocument, logo: Effect.Effect<Uint8Array, E>) =>
      Effect.suspend(() => {
        let unread: Cause.Cause<E> | undefined
        const readLogo = async (): Promise<Uint8Array> => {
          const exit = await Effect.runPromiseExit(logo)
          if (Exit.isSuccess(exit)) return exit.value
          unread = exit.cause
          throw Cause.squash(exit.cause)
        }
        return asking(async () => bytesOf(await host.print(document, readLogo)), (rejected): Effect.Effect<never, E | PrinterBusy> => {
          if (unread !== undefined) return Effect.failCause(unread)
          return rejected instanceof PrinterBusy ? Effect.fail(rejected) : Effect.die(rejected)
        })
      }),
  })

const rateLimiter = (host: PlainRateLimiter) =>
  RateLimiter.of({
    rule: host.rule,
    take: (caller, now) => Effect.orDie(askHost(() => host.take(caller, now))),
    peek: (caller, now) => Effect.orDie(askHost(() => host.peek(caller, now))),
  })

const clock = (host: PlainClock): Clock.Clock => {
  const live = Clock.make()
  const millis = (): number => Math.floor(host.now())
  const nanos = (): bigint => BigInt(millis()) * 1_000_000n
  return {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: millis,
    unsafeCurrentTimeNanos: nanos,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanos: Effect.sync(nanos),
    sleep: (duration) => live.sleep(duration),
  }
}

/** The same as Layers, each from the host's object. */
export const plainLayers = {
  pdfPrinter: (host: PlainPdfPrinter) => Layer.succeed(PdfPrinter, pdfPrinter(host)),
  mailer: (host: PlainMailer) => Layer.succeed(Mailer, mailer(host)),
  webhookSender: (host: PlainWebhookSender) => Layer.succeed(WebhookSender, webhookSender(host)),
  rateLimiter: (host: PlainRateLimiter) => Layer.succeed(RateLimiter, rateLimiter(host)),
  taxAuthority: (host: PlainTaxAuthority) => Layer.succeed(TaxAuthority, taxAuthority(host)),
  secretBox: (host: PlainSecretBox) => Layer.succeed(SecretBox, secretBox(host)),
  entropy: (host: PlainEntropy) => Layer.succeed(Entropy, Entropy.of({ bytes: (count) => host.bytes(count) })),
  clock: (host: PlainClock) => Layer.setClock(clock(host)),
}
