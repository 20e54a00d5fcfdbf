import { Config, ConfigError, Either, Option, Redacted } from "effect"
import { type AeatEnvironment, isStandInAddress, standInAddress } from "../../adapters/aeat/endpoint.ts"
import { parseTrustedProxies } from "../../adapters/http/clientAddress.ts"
import { isMailAddress } from "../../adapters/mail/asciiAddress.ts"
import { isSmtpAddress, smtpAddress } from "../../adapters/mail/smtpAddress.ts"
import type { Declarant } from "../../core/declaration/declaration.ts"
import { isSpanishNif, normaliseNif } from "../../core/identifiers/nif.ts"
import { isCountedTogether } from "../../core/ports/RateLimiter.ts"
import { urlOf } from "../../core/text/urlOf.ts"
import { parseWebhookAllow } from "../../core/webhooks/webhookAllow.ts"
import { databaseUrl } from "./databaseSettings.ts"
import { publicAddress, publicUrlOf } from "./plainAddress.ts"
import { checked, optionalText, wholeNumber } from "./readSetting.ts"

const publicUrl = checked("TALONARIO_PUBLIC_URL", "", (value) => {
  const url = value === "" ? null : publicUrlOf(value)
  return url === undefined ? undefined : { url }
}, publicAddress)

/** A secret is never shown, not even when it is wrong. */
const secretNamed = (name: string) => Config.mapOrFail(optionalText(name), (given) => {
  const bytes = Option.map(given, (value) => new TextEncoder().encode(value))
  return Option.isSome(bytes) && bytes.value.length < 32
    ? Either.left(ConfigError.InvalidData([name], `expected 32 bytes or more, not ${bytes.value.length}`))
    : Either.right(Option.map(bytes, (value) => Redacted.make(value)))
})

/** The installation's secret, where it is given. */
export const givenSecret = secretNamed("TALONARIO_SECRET")

const rateLimit = checked("TALONARIO_RATE_LIMIT", "120/60", (value) => {
  const [, requests = "", seconds = ""] = /^(\d+)\/(\d+)$/.exec(value) ?? []
  const limit = wholeNumber(requests, 1, 1_000_000)
  const windowSeconds = wholeNumber(seconds, 1, 86_400)
  return limit === undefined || windowSeconds === undefined ? undefined : { limit, windowSeconds }
}, "requests/seconds, such as 120/60, up to 1000000 in up to 86400 seconds")

const rateLimitStore = checked("TALONARIO_RATE_LIMIT_STORE", "", (value): "memory" | "postgres" | "" | undefined =>
  value === "" || value === "memory" || value === "postgres" ? value : undefined, "memory or postgres")

/** The server's address holds a password, so it is never shown; `from` is ours, the rest is the mail library's. */
const smtp = Config.mapOrFail(optionalText("SMTP_URL"), (given) => {
  if (Option.isNone(given)) return Either.right(Option.none())
  const read = smtpServer(given.value)
  return read === undefined
    ? Either.left(ConfigError.InvalidData(["SMTP_URL"], `expected ${smtpAddress}, and an address to send from: an e-mail address as user, or ?from=`))
    : Either.right(Option.some(read))
})

const smtpServer = (value: string) => {
  const url = urlOf(value)
  if (url === undefined || !isSmtpAddress(value)) return undefined
  const from = url.searchParams.get("from") ?? userOf(url)
  if (!isMailAddress(from)) return undefined
  url.searchParams.delete("from")
  return { url: Redacted.make(url.href), from }
}

/** Empty where it is not encoded as addresses are. */
const userOf = ({ username }: URL): string =>
  Either.getOrElse(Either.try(() => decodeURIComponent(username)), () => "")

const aeat = checked("TALONARIO_AEAT", "production", (value): AeatEnvironment | undefined => {
  if (value === "production" || value === "test") return value
  return isStandInAddress(value) ? { url: value } : undefined
}, `production, test, ${standInAddress}`)

/** A stand-in checks QRs as little as the test service does for real, so its QRs name the test service. */
const qrHost = Config.map(aeat, (environment) => (environment === "production" ? "production" as const : "test" as const))

const webhookAllow = checked("TALONARIO_WEBHOOK_ALLOW", "", parseWebhookAllow, "addresses, ranges or hosts without port, with commas between them")

const producer = checked("TALONARIO_PRODUCER", "Talonario", (value) => {
  const name = value.trim()
  return [...name].length <= 120 ? name : undefined
}, "1 to 120 characters")

const producerNif = checked("TALONARIO_PRODUCER_NIF", "B00000000", (value) => {
  const nif = normaliseNif(value)
  return isSpanishNif(nif) ? nif : undefined
}, "a Spanish NIF")

/** What the producer's declaración responsable says beyond its name. */
const declarant = Config.map(
  Config.all([optionalText("TALONARIO_PRODUCER_ADDRESS"), optionalText("TALONARIO_PRODUCER_PLACE")]),
  ([address, place]): Declarant => ({ address: Option.getOrNull(address), place: Option.getOrNull(place) }),
)

/** Who answers for this software. */
export const producerSettings = Config.all({ producer, producerNif, declarant })

const producerGiven = Config.all([optionalText("TALONARIO_PRODUCER"), optionalText("TALONARIO_PRODUCER_NIF")])

/**
 * How many requests a key has, and who counts them: with DATABASE_URL all processes together, unless told otherwise; an
 * embedded database mostly serves a single process.
 */
const rateLimiting = Config.map(Config.all([rateLimit, rateLimitStore, databaseUrl]), ([rule, given, url]) => {
  const shared = Option.isSome(url) && isCountedTogether(rule)
  return { rule, store: given === "" ? (shared ? "postgres" : "memory") : given }
})

/** The settings of the service, on Node and on Lambda. */
export const serviceSettings = Config.all({
  publicUrl: Config.map(publicUrl, ({ url }) => url),
  /** Proxies that are believed when they name the client's address. */
  trustedProxies: checked(
    "TALONARIO_TRUSTED_PROXIES", "", parseTrustedProxies, "addresses and ranges with commas between them, none of everybody"),
  rateLimit: rateLimiting,
  aeat,
  qrHost,
  webhookAllow,
  smtp,
  secret: givenSecret,
  /** The one before it, while it is being replaced. */
  earlierSecrets: Config.map(secretNamed("TALONARIO_SECRET_PREVIOUS"), Option.toArray),
  producer,
  producerNif,
  declarant,
  /** Whether both are the owner's own; live records must not go out under the defaults. */
  producerGiven: Config.map(producerGiven, (values) => values.every(Option.isSome)),
})
export type ServiceSettings = Config.Config.Success<typeof serviceSettings>
