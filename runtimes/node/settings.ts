import { Config, ConfigError, Either, Option, Redacted } from "effect"
import { sesFrom, sqsUrl } from "../environment/awsSettings.ts"
import { databaseSession, databaseUrl } from "../environment/databaseSettings.ts"
import { isPlainAddress, plainAddress } from "../environment/plainAddress.ts"
import { checked, optionalText, text, wholeNumber } from "../environment/readSetting.ts"
import { givenSecret, serviceSettings } from "../environment/serviceSettings.ts"

/**
 * The settings of the Node service, beside those that Lambda has too (runtimes/environment). Each is read through
 * Effect's Config, and listed in `talonario serve --help`.
 */

/** One environment variable, as the help shows it. */
export interface Variable {
  readonly name: string
  readonly fallback: string
  readonly meaning: string
}

/** Every variable that is read, with its default. */
export const variables: ReadonlyArray<Variable> = [
  { name: "DATABASE_URL", fallback: "embedded", meaning: "a PostgreSQL server, version 14 or later: postgres://…; without it one that comes with the package runs in the data folder" },
  { name: "TALONARIO_DATABASE_SESSION", fallback: "own", meaning: "own, or pooled behind a pooler (PgBouncer, RDS Proxy)" },
  { name: "TALONARIO_DATA", fallback: ".talonario", meaning: "data folder: holds the embedded database, the secret, and letters where there is no mail server" },
  { name: "PORT", fallback: "3000", meaning: "port of the HTTP service" },
  { name: "HOST", fallback: "127.0.0.1", meaning: "address it listens on" },
  { name: "TALONARIO_PUBLIC_URL", fallback: "http:// and the Host of each request", meaning: "what comes before /api/v1 in addresses that clients receive, such as https://api.example.org; needed behind TLS" },
  { name: "TALONARIO_SECRET", fallback: "made at the first start and kept in the data folder", meaning: "32 bytes or more; signs cursors and seals the secrets of webhooks and certificates; required with DATABASE_URL" },
  { name: "TALONARIO_SECRET_PREVIOUS", fallback: "none", meaning: "the secret used before TALONARIO_SECRET, while it is being replaced (see talonario secret reseal)" },
  { name: "TALONARIO_TRUSTED_PROXIES", fallback: "none", meaning: "addresses and ranges (10.0.0.0/8) of your load balancers and proxies, separated by commas; behind one of them, the client is the last address in X-Forwarded-For that is not in this list" },
  { name: "TALONARIO_RATE_LIMIT", fallback: "120/60", meaning: "requests per seconds, for each key" },
  { name: "TALONARIO_RATE_LIMIT_STORE", fallback: "postgres with DATABASE_URL and a limit of 1000 requests or less, else memory", meaning: "where requests are counted: postgres (all processes together) or memory (each process by itself)" },
  { name: "SMTP_URL", fallback: "none: letters become .eml files in the data folder", meaning: "mail server: smtp://user:password@host:587?from=facturas@example.org; without from, the user is the sender" },
  { name: "TALONARIO_SES_FROM", fallback: "none", meaning: "sender's address, to send letters through Amazon SES instead of SMTP_URL; region and credentials are found as the AWS SDK does" },
  { name: "TALONARIO_SQS_URL", fallback: "none: workers find jobs in the database", meaning: "Amazon SQS queue that tells workers of jobs; the same for every process" },
  { name: "TALONARIO_WEBHOOK_ALLOW", fallback: "none", meaning: "for development: addresses, ranges (10.0.0.0/8) and hosts, separated by commas, that webhooks may go to although they are not public, also by http" },
  { name: "TALONARIO_AEAT", fallback: "production", meaning: "where registry records are sent, and what printed QRs name: production, test, or the address of a stand-in (https, or http on this machine)" },
  { name: "TALONARIO_METRICS_PORT", fallback: "none: not served", meaning: "port that serves metrics in Prometheus' text format, under /metrics" },
  { name: "TALONARIO_METRICS_HOST", fallback: "127.0.0.1", meaning: "address that serves metrics; whoever reaches it can read them" },
  { name: "OTEL_EXPORTER_OTLP_ENDPOINT", fallback: "none: nothing is sent", meaning: "OpenTelemetry collector that receives traces, metrics and logs: http://localhost:4318" },
  { name: "OTEL_EXPORTER_OTLP_HEADERS", fallback: "none", meaning: "headers for the collector: name=value, separated by commas, values percent-encoded" },
  { name: "OTEL_EXPORTER_OTLP_PROTOCOL", fallback: "http/protobuf", meaning: "no other protocol is supported; with another one the process does not start" },
  { name: "OTEL_SERVICE_NAME", fallback: "service.name of OTEL_RESOURCE_ATTRIBUTES, else talonario", meaning: "the service's name at the collector; OTEL_RESOURCE_ATTRIBUTES can say more about it" },
  { name: "TALONARIO_PRODUCER", fallback: "Talonario", meaning: "legal name of the producer of this software, as registry records state it" },
  { name: "TALONARIO_PRODUCER_NIF", fallback: "B00000000", meaning: "Spanish NIF of the producer" },
  { name: "TALONARIO_PRODUCER_ADDRESS", fallback: "none: the declaración responsable is incomplete", meaning: "full postal address of the producer" },
  { name: "TALONARIO_PRODUCER_PLACE", fallback: "none: the declaración responsable is incomplete", meaning: "town and country where the producer signs the declaración responsable: Madrid, España" },
]

const portNumber = (value: string): number | undefined => wholeNumber(value, 0, 65_535)

/** Where the HTTP service listens. */
const listenSettings = Config.all({
  port: checked("PORT", "3000", portNumber, "a port, 0 to 65535"),
  host: text("HOST", "127.0.0.1"),
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

/** The name that attributes give the service; OTEL_SERVICE_NAME goes before it (OpenTelemetry, "General SDK Configuration"). */
const attributedName = /(?:^|,)\s*service\.name\s*=\s*([^\s,=](?:[^,=]*[^\s,=])?)\s*(?:,|$)/

const otlp = Config.mapOrFail(
  Config.all({
    endpoint: collector,
    headers: collectorHeaders,
    protocol: text("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf"),
    given: optionalText("OTEL_SERVICE_NAME"),
    attributes: text("OTEL_RESOURCE_ATTRIBUTES", ""),
  }),
  ({ attributes, endpoint, given, headers, protocol }) => {
    if (Option.isNone(endpoint)) return Either.right(null)
    const serviceName = Option.getOrElse(given, () => attributedName.exec(attributes)?.[1] ?? "talonario")
    return protocol === "http/protobuf"
      ? Either.right({ url: endpoint.value, headers, serviceName })
      : Either.left(ConfigError.InvalidData(["OTEL_EXPORTER_OTLP_PROTOCOL"], `expected http/protobuf, not "${protocol}"`))
  },
)

/** Where metrics are served, and the collector that telemetry is sent to; null: nowhere, and none. */
export const telemetrySettings = Config.all({ metrics, otlp })

/** Where everything is kept. */
export const storageSettings = Config.all({
  databaseUrl,
  databaseSession: databaseSession("own"),
  sqsUrl,
  /** Folder of the embedded database and of the secret made for it. */
  dataFolder: text("TALONARIO_DATA", ".talonario"),
})

/** The secret that is given. With a database of one's own it must be: several processes share it. */
export const ownSecret = Config.mapOrFail(Config.all([givenSecret, databaseUrl]), ([secret, url]) =>
  Option.isNone(secret) && Option.isSome(url)
    ? Either.left(ConfigError.MissingData(["TALONARIO_SECRET"], "required with DATABASE_URL: 32 bytes or more"))
    : Either.right(secret))

/** All settings of a process that works. They are read before anything is started, so that what is wrong is told at once. */
export const workSettings = Config.all({
  service: serviceSettings,
  storage: storageSettings,
  telemetry: telemetrySettings,
  secret: ownSecret,
  sesFrom,
})

/** All settings of a process that serves. */
export const serveSettings = Config.all({ listen: listenSettings, work: workSettings })
