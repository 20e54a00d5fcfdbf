import { Config, ConfigError, Either, Option, Redacted } from "effect"
import { sesFrom, sqsUrl } from "../environment/awsSettings.ts"
import { databaseSession, databaseUrl } from "../environment/databaseSettings.ts"
import { plainAddress, plainAddressOf } from "../environment/plainAddress.ts"
import { checked, optionalText, refusedText, text, wholeNumber } from "../environment/readSetting.ts"
import { givenSecret, serviceSettings } from "../environment/serviceSettings.ts"

/**
 * The settings of the Node service, beside those that Lambda has too (runtimes/environment). Each is read through
 * Effect's Config, and listed in `talonario serve --help`.
 */

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
const collector = Config.mapOrFail(text("OTEL_EXPORTER_OTLP_ENDPOINT", ""), (given) => {
  const url = given === "" ? null : plainAddressOf(given)
  return url === undefined
    ? Either.left(ConfigError.InvalidData(["OTEL_EXPORTER_OTLP_ENDPOINT"], `expected ${plainAddress}`))
    : Either.right(url)
})

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
    const sent = percentDecoded(text ?? "")
    if (name === undefined || unsendable.test(sent)) return undefined
    headers.set(name.toLowerCase(), sent)
  }
  return Object.fromEntries(headers)
}

/** What no header may hold, such as a line end: each export would fail, with a reason that quotes the value. */
const unsendable = /[^\t\x20-\x7e\x80-\xff]/

/** Byte by byte, as headers are sent. */
const percentDecoded = (text: string): string =>
  text.replaceAll(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/**
 * What the variable says of the process; signs may be percent-encoded, and "," and "=" have to be (OpenTelemetry, "Specifying
 * resource information via an environment variable"). What is no name=value is left out.
 */
const attributesIn = (value: string): Readonly<Record<string, string>> =>
  Object.fromEntries(value.split(",").flatMap((entry) => {
    const [name = "", text = "", ...more] = entry.split("=").map((part) => decoded(part.trim()))
    return name === "" || text === "" || more.length > 0 ? [] : [[name, text]]
  }))

/** As it stands where it is not well encoded. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const otlp = Config.mapOrFail(
  Config.all({
    endpoint: collector,
    headers: collectorHeaders,
    protocol: text("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf"),
    given: optionalText("OTEL_SERVICE_NAME"),
    told: text("OTEL_RESOURCE_ATTRIBUTES", ""),
  }),
  ({ endpoint, given, headers, protocol, told }) => {
    if (endpoint === null) return Either.right(null)
    // OTEL_SERVICE_NAME goes before it (OpenTelemetry, "General SDK Configuration").
    const { "service.name": toldName = "talonario", ...attributes } = attributesIn(told)
    const serviceName = Option.getOrElse(given, () => toldName)
    return protocol === "http/protobuf"
      ? Either.right({ url: endpoint, headers, serviceName, attributes })
      : Either.left(ConfigError.InvalidData(["OTEL_EXPORTER_OTLP_PROTOCOL"], `expected http/protobuf, not ${refusedText(protocol)}`))
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
