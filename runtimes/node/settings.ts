import { Config, ConfigError, Either, Option, Redacted } from "effect"
import type { AeatEnvironment } from "../../adapters/aeat/endpoint.ts"
import { isSpanishNif, normaliseNif } from "../../core/identifiers/nif.ts"
import type { Declarant } from "../../core/declaration/declaration.ts"
import { parseWebhookAllow } from "../../core/webhooks/webhookAllow.ts"

/** What the environment says. Each setting is read through Effect's Config and told of by `talonario serve --help`. */

/** One environment variable, as the help shows it. */
export interface Variable {
  readonly name: string
  readonly fallback: string
  readonly meaning: string
}

/** Every variable that is read, with its default. */
export const variables: ReadonlyArray<Variable> = [
  { name: "DATABASE_URL", fallback: "embedded", meaning: "PostgreSQL 14 or later, postgres://…; without it an embedded one is kept in the data folder" },
  { name: "TALONARIO_DATA", fallback: ".talonario", meaning: "data folder: embedded database, its secret, and letters where there is no mail server" },
  { name: "PORT", fallback: "3000", meaning: "port of the HTTP service" },
  { name: "HOST", fallback: "127.0.0.1", meaning: "address that it listens on" },
  { name: "TALONARIO_PUBLIC_URL", fallback: "of each request", meaning: "what stands before /api/v1 in the addresses that clients are given" },
  { name: "TALONARIO_SECRET", fallback: "made and kept", meaning: "32 bytes or more, signs cursors and seals the secrets of webhooks and certificates; required with DATABASE_URL" },
  { name: "TALONARIO_RATE_LIMIT", fallback: "120/60", meaning: "requests per seconds and key" },
  { name: "TALONARIO_RATE_LIMIT_STORE", fallback: "postgres with DATABASE_URL and up to 1000 requests, else memory", meaning: "who counts them: postgres (all processes together) or memory (each for itself)" },
  { name: "SMTP_URL", fallback: "none: letters become .eml files in the data folder", meaning: "mail server, smtp://user:password@host:587?from=facturas@example.org; from is the user unless told" },
  { name: "TALONARIO_WEBHOOK_ALLOW", fallback: "none", meaning: "addresses, ranges (10.0.0.0/8) and hosts, with commas between them, that webhooks may be sent to although they are not public, also by http: for development" },
  { name: "TALONARIO_AEAT", fallback: "production", meaning: "tax authority that records of companies with a certificate go to, and that printed QRs name: production, test, or the https address of a stand-in" },
  { name: "TALONARIO_METRICS_PORT", fallback: "none: not served", meaning: "port of the metrics, in Prometheus' text format under /metrics" },
  { name: "TALONARIO_METRICS_HOST", fallback: "127.0.0.1", meaning: "address that they are served on, to anybody who reaches it" },
  { name: "OTEL_EXPORTER_OTLP_ENDPOINT", fallback: "none: nothing is sent", meaning: "OpenTelemetry collector that traces, metrics and logs are sent to, http://localhost:4318" },
  { name: "OTEL_EXPORTER_OTLP_HEADERS", fallback: "none", meaning: "what the collector wants to see, name=value with commas between them, values percent-encoded" },
  { name: "OTEL_EXPORTER_OTLP_PROTOCOL", fallback: "http/protobuf", meaning: "the only one that is spoken; another one ends the start" },
  { name: "OTEL_SERVICE_NAME", fallback: "talonario", meaning: "name of this service there; OTEL_RESOURCE_ATTRIBUTES says more about it" },
  { name: "TALONARIO_PRODUCER", fallback: "Talonario", meaning: "legal name of who answers for this software in registry records" },
  { name: "TALONARIO_PRODUCER_NIF", fallback: "B00000000", meaning: "its Spanish NIF" },
  { name: "TALONARIO_PRODUCER_ADDRESS", fallback: "none: the declaración responsable is incomplete", meaning: "its full postal address" },
  { name: "TALONARIO_PRODUCER_PLACE", fallback: "none: the declaración responsable is incomplete", meaning: "town and country where it is declared, Madrid, España" },
]

/** An optional text; blank means absent, as `NAME=` in a shell does. */
const optionalText = (name: string): Config.Config<Option.Option<string>> =>
  Config.map(Config.option(Config.string(name)), Option.filter((value) => value.trim() !== ""))

const text = (name: string, fallback: string): Config.Config<string> =>
  Config.map(optionalText(name), Option.getOrElse(() => fallback))

const checked = <A>(name: string, fallback: string, read: (value: string) => A | undefined, expected: string): Config.Config<A> =>
  Config.mapOrFail(text(name, fallback), (value) => {
    const result = read(value)
    return result === undefined
      ? Either.left(ConfigError.InvalidData([name], `expected ${expected}, not "${value}"`))
      : Either.right(result)
  })

const wholeNumber = (value: string, min: number, max: number): number | undefined => {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : -1
  return number >= min && number <= max ? number : undefined
}

const portNumber = (value: string): number | undefined => wholeNumber(value, 0, 65_535)

const port = checked("PORT", "3000", portNumber, "a port, 0 to 65535")

const plainAddress = "an http or https address without query, fragment or user"

const isPlainAddress = (value: string): boolean => {
  if (!URL.canParse(value)) return false
  const { hash, password, protocol, search, username } = new URL(value)
  return /^https?:$/.test(protocol) && `${hash}${password}${search}${username}` === ""
}

const publicUrl = checked("TALONARIO_PUBLIC_URL", "", (value) => {
  if (value === "") return { url: null }
  return isPlainAddress(value) ? { url: value.replace(/[/?#]+$/, "") } : undefined
}, plainAddress)

/** The secret is never shown, not even when it is wrong. */
const secret = Config.mapOrFail(optionalText("TALONARIO_SECRET"), (given) => {
  const bytes = Option.map(given, (value) => new TextEncoder().encode(value))
  return Option.isSome(bytes) && bytes.value.length < 32
    ? Either.left(ConfigError.InvalidData(["TALONARIO_SECRET"], `expected 32 bytes or more, not ${bytes.value.length}`))
    : Either.right(Option.map(bytes, (value) => Redacted.make(value)))
})

const rateLimit = checked("TALONARIO_RATE_LIMIT", "120/60", (value) => {
  const [, requests = "", seconds = ""] = /^(\d+)\/(\d+)$/.exec(value) ?? []
  const limit = wholeNumber(requests, 1, 1_000_000)
  const windowSeconds = wholeNumber(seconds, 1, 86_400)
  return limit === undefined || windowSeconds === undefined ? undefined : { limit, windowSeconds }
}, "requests/seconds, such as 120/60")

const rateLimitStore = checked("TALONARIO_RATE_LIMIT_STORE", "", (value): "memory" | "postgres" | "" | undefined =>
  value === "" || value === "memory" || value === "postgres" ? value : undefined, "memory or postgres")

/** The server's address holds a password, so it is never shown; `from` is ours, the rest is the mail library's. */
const smtp = Config.mapOrFail(optionalText("SMTP_URL"), (given) => {
  if (Option.isNone(given)) return Either.right(Option.none())
  const read = smtpServer(given.value)
  return read === undefined
    ? Either.left(ConfigError.InvalidData(["SMTP_URL"], "expected smtp:// or smtps:// and an address to send from: an e-mail address as user, or ?from="))
    : Either.right(Option.some(read))
})

const smtpServer = (value: string) => {
  if (!URL.canParse(value) || !/^smtps?:\/\//.test(value)) return undefined
  const url = new URL(value)
  const from = url.searchParams.get("from") ?? decodeURIComponent(url.username)
  if (!/^[^\s@]+@[^\s@]+$/.test(from)) return undefined
  url.searchParams.delete("from")
  return { url: Redacted.make(url.href), from }
}

const aeat = checked("TALONARIO_AEAT", "production", (value): AeatEnvironment | undefined => {
  if (value === "production" || value === "test") return value
  return URL.canParse(value) && new URL(value).protocol === "https:" ? { url: value } : undefined
}, "production, test or an https address")

/** A stand-in checks QRs as little as the test service does for real, so its QRs name the test service. */
const qrHost = Config.map(aeat, (environment) => (environment === "production" ? "production" as const : "test" as const))

const webhookAllow = checked("TALONARIO_WEBHOOK_ALLOW", "", parseWebhookAllow, "addresses, ranges or hosts without port, with commas between them")

const databaseUrl = Config.mapOrFail(optionalText("DATABASE_URL"), (given) =>
  Option.isSome(given) && !/^postgres(ql)?:\/\//.test(given.value)
    ? Either.left(ConfigError.InvalidData(["DATABASE_URL"], "expected postgres://…"))
    : Either.right(Option.map(given, (value) => Redacted.make(value))))

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

/** A look at a window in the database costs in proportion to the limit: higher ones go there only when told to. */
const sharedLimitMax = 1_000

/** The rule, and who counts; an embedded database serves one process, mostly. */
const rateLimiting = Config.map(Config.all([rateLimit, rateLimitStore, databaseUrl]), ([rule, given, url]) => {
  const shared = Option.isSome(url) && rule.limit <= sharedLimitMax
  return { rule, store: given === "" ? (shared ? "postgres" : "memory") : given }
})

/** Where metrics are served; null: nowhere. */
const metrics = Config.map(
  Config.all([
    checked("TALONARIO_METRICS_PORT", "", (value) => (value === "" ? "none" : portNumber(value)), "a port, 0 to 65535"),
    text("TALONARIO_METRICS_HOST", "127.0.0.1"),
  ]),
  ([port, host]) => (port === "none" ? null : { port, host }),
)

/** An address may hold a password, which `fetch` would not take, and a header a key: neither is shown. */
const collector = Config.mapOrFail(optionalText("OTEL_EXPORTER_OTLP_ENDPOINT"), (given) =>
  Option.isSome(given) && !isPlainAddress(given.value)
    ? Either.left(ConfigError.InvalidData(["OTEL_EXPORTER_OTLP_ENDPOINT"], `expected ${plainAddress}`))
    : Either.right(given))

const collectorHeaders = Config.mapOrFail(optionalText("OTEL_EXPORTER_OTLP_HEADERS"), (given) => {
  const read = headersIn(Option.getOrElse(given, () => ""))
  return read === undefined
    ? Either.left(ConfigError.InvalidData(["OTEL_EXPORTER_OTLP_HEADERS"], "expected name=value, with commas between them"))
    : Either.right(Redacted.make(read))
})

/** As W3C Baggage writes them, without properties (OpenTelemetry, "Specifying headers via environment variables"). */
const headersIn = (value: string): Readonly<Record<string, string>> | undefined => {
  const headers = new Map<string, string>()
  for (const entry of value.split(",").map((one) => one.trim()).filter((one) => one !== "")) {
    const [, name, text] = /^([!#$%&'*+.^_`|~\w-]+)\s*=\s*((?:[\x21-\x24\x26-\x7e]|%[\da-f]{2})*)$/i.exec(entry) ?? []
    if (name === undefined || text === undefined) return undefined
    headers.set(name.toLowerCase(), percentDecoded(text))
  }
  return Object.fromEntries(headers)
}

/** Byte by byte, as headers are sent. */
const percentDecoded = (text: string): string =>
  text.replaceAll(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const otlp = Config.mapOrFail(
  Config.all({
    endpoint: collector,
    headers: collectorHeaders,
    protocol: text("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf"),
    serviceName: text("OTEL_SERVICE_NAME", "talonario"),
  }),
  ({ endpoint, headers, protocol, serviceName }) => {
    if (Option.isNone(endpoint)) return Either.right(null)
    return protocol === "http/protobuf"
      ? Either.right({ url: endpoint.value, headers, serviceName })
      : Either.left(ConfigError.InvalidData(["OTEL_EXPORTER_OTLP_PROTOCOL"], `expected http/protobuf, not "${protocol}"`))
  },
)

/** Who is told about this process: who asks for its metrics, and a collector; null for nobody. */
export const telemetrySettings = Config.all({ metrics, otlp })

/** Where everything is kept. */
export const storageSettings = Config.all({
  databaseUrl,
  /** Folder of the embedded database and of the secret made for it. */
  dataFolder: text("TALONARIO_DATA", ".talonario"),
})

/** What the HTTP service is told. */
export const serviceSettings = Config.all({
  port,
  host: text("HOST", "127.0.0.1"),
  publicUrl: Config.map(publicUrl, ({ url }) => url),
  rateLimit: rateLimiting,
  aeat,
  qrHost,
  webhookAllow,
  smtp,
  secret,
  producer,
  producerNif,
  declarant,
  /** Whether both are the owner's own; live records must not go out under the defaults. */
  producerGiven: Config.map(producerGiven, (values) => values.every(Option.isSome)),
})
export type ServiceSettings = Config.Config.Success<typeof serviceSettings>
