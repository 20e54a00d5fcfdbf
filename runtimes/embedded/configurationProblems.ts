import { Layer, Redacted } from "effect"
import { isStandInAddress, standInAddress } from "../../adapters/aeat/endpoint.ts"
import { isMailAddress } from "../../adapters/mail/asciiAddress.ts"
import { isSmtpAddress, smtpAddress } from "../../adapters/mail/smtpAddress.ts"
import type { Declarant } from "../../core/declaration/declaration.ts"
import type { Software } from "../../core/registry/software.ts"
import type { Configuration, ConfigurationOptions, PostgresByPool, PostgresByUrl } from "./Configuration.ts"

/** Why a configuration is not of the form that its types demand, in English for the developer; undefined if it is. */
export const formProblem = (configuration: Configuration): string | undefined =>
  shapeProblem(configuration) ?? untypedProblem(configuration)

/** The parts that a configuration may have. */
const known: Readonly<Record<keyof ConfigurationOptions | "storage" | "secret" | "software", true>> = {
  aeat: true,
  clock: true,
  declarant: true,
  earlierSecrets: true,
  entropy: true,
  log: true,
  mailer: true,
  pdfPrinter: true,
  qrHost: true,
  queue: true,
  rateLimit: true,
  rateLimitStore: true,
  rateLimiter: true,
  secret: true,
  secretBox: true,
  smtp: true,
  software: true,
  storage: true,
  taxAuthority: true,
  webhookAllow: true,
  webhookSender: true,
}

/** The names in a part that is an object, whatever its form. */
type Names<Part> = Readonly<Record<Part extends object ? keyof Part : never, true>>

/** What those parts may have that are objects of values. */
const knownWithin: {
  readonly aeat: Names<NonNullable<ConfigurationOptions["aeat"]>>
  readonly declarant: Names<Declarant>
  readonly rateLimit: Names<NonNullable<ConfigurationOptions["rateLimit"]>>
  readonly smtp: Names<NonNullable<ConfigurationOptions["smtp"]>>
  readonly software: Names<Software>
  readonly storage: Names<PostgresByPool> & Names<PostgresByUrl>
} = {
  aeat: { url: true, ca: true },
  declarant: { address: true, place: true },
  rateLimit: { limit: true, windowSeconds: true },
  smtp: { url: true, from: true },
  software: { producer: true, producerNif: true, name: true, id: true, version: true },
  storage: { url: true, pool: true, schema: true, migrate: true, connectionsMax: true, session: true },
}

/**
 * Parts by another name, and parts that are null. They would be passed over without a word: where `storage` is misspelt,
 * an engine would keep everything in memory; where `schema` is, in the schema of the host's own tables.
 */
const shapeProblem = (configuration: unknown): string | undefined => {
  if (typeof configuration !== "object" || configuration === null || Array.isArray(configuration)) return "the configuration is to be an object"
  const unknown = Object.keys(configuration).find((name) => !(name in known))
  if (unknown !== undefined) return `${unknown}: no part of a configuration`
  const unknownWithin = Object.entries(knownWithin).flatMap(([part, names]) => {
    const given: unknown = Reflect.get(configuration, part)
    if (typeof given !== "object" || given === null || Layer.isLayer(given)) return []
    return Object.keys(given).flatMap((name) => (name in names ? [] : [`${part}.${name}`]))
  })
  if (unknownWithin[0] !== undefined) return `${unknownWithin[0]}: no part of a configuration`
  if ("storage" in configuration && (configuration.storage ?? null) === null) return `storage: ${storageForms}`
  const empty = Object.entries(configuration).find(([, part]) => part === null)
  if (empty !== undefined) return `${empty[0]}: null says nothing, leave it out`
  const { earlierSecrets = [] } = { earlierSecrets: [], ...configuration }
  return Array.isArray(earlierSecrets) ? undefined : "earlierSecrets: a list of secrets"
}

const storageForms = "memory, { url }, { pool } or a Layer"

/**
 * What the types forbid, for hosts that have none, or that promise the compiler that a variable of their environment is
 * set. Unchecked, the secret of the memory would seal what lasts, and records would name nobody who answers for them.
 */
const untypedProblem = (configuration: Configuration): string | undefined => {
  const { aeat = "production", earlierSecrets = [], log, qrHost = "test", rateLimitStore = "memory" } = configuration
  const { declarant = { address: null, place: null }, secret, software, storage = "memory", webhookAllow } = configuration
  if (typeof storage === "string" && storage !== "memory") return `storage: ${storageForms}`
  if (storage !== "memory" && secret === undefined) return "secret: 32 bytes or more, needed with a storage that lasts"
  if (storage !== "memory" && software === undefined) return "software: producer and producerNif, needed with a storage that lasts"
  if (![secret ?? "", ...earlierSecrets].every(isSecret)) return "secret: a text or bytes, 32 or more"
  if (webhookAllow !== undefined && typeof webhookAllow !== "string") return webhookAllowForm
  if (![declarant.address, declarant.place].every((told) => told === null || typeof told === "string")) {
    return "declarant: address and place, each a text, or null while it is not known"
  }
  if (!["production", "test"].includes(qrHost)) return "qrHost: production or test"
  if (!["memory", "database"].includes(rateLimitStore)) return "rateLimitStore: memory or database"
  if (rateLimitStore === "database" && (storage === "memory" || Layer.isLayer(storage))) {
    return "rateLimitStore: database needs a storage in PostgreSQL"
  }
  if (log !== undefined && typeof log !== "function" && !Layer.isLayer(log)) return "log: a function or a Layer"
  if (typeof storage === "object" && "session" in storage && !["own", "pooled"].includes(storage.session ?? "own")) {
    return "storage.session: own or pooled"
  }
  if (typeof storage === "object" && "migrate" in storage && !["boolean", "undefined"].includes(typeof storage.migrate)) {
    return "storage.migrate: true or false"
  }
  if (typeof storage === "object" && "pool" in storage && typeof Reflect.get(Object(storage.pool), "options") !== "object") {
    return "storage.pool: a pool of node-postgres"
  }
  if (typeof aeat !== "object" && aeat !== "production" && aeat !== "test") return "aeat: production, test or { url }"
  if (typeof aeat === "object" && "ca" in aeat && !["string", "undefined"].includes(typeof aeat.ca)) {
    return "aeat.ca: certificates in PEM, a text"
  }
  return adapterProblem(configuration)
}

/** What an adapter that is a plain object has to have. */
const functionsOf = {
  clock: ["now"],
  entropy: ["bytes"],
  mailer: ["send"],
  pdfPrinter: ["print"],
  queue: ["put", "take", "extend", "done", "putBack", "depth"],
  rateLimiter: ["take", "peek"],
  secretBox: ["seal", "open"],
  taxAuthority: ["submit", "query"],
  webhookSender: ["send"],
}

const adapterProblem = (configuration: Configuration): string | undefined => {
  for (const [part, functions] of Object.entries(functionsOf)) {
    const given: unknown = Reflect.get(configuration, part)
    if (given === undefined || Layer.isLayer(given) || (part === "queue" && typeof given === "function")) continue
    if (functions.every((name) => typeof Reflect.get(Object(given), name) === "function")) continue
    return `${part}: a Layer, or an object of functions: ${functions.join(", ")}`
  }
  return undefined
}

const isSecret = (secret: unknown): boolean => {
  const given = Redacted.isRedacted(secret) ? Redacted.value(secret) : secret
  return typeof given === "string" || given instanceof Uint8Array
}

/** The form of `webhookAllow`, for error messages. */
export const webhookAllowForm = "webhookAllow: addresses, ranges or hosts, in one text with commas between them"

/** What the types allow although it cannot work, such as a mail server that no letter would ever reach. */
export const optionsProblem = ({ aeat, rateLimit, smtp, storage }: Configuration): string | undefined => {
  if (rateLimit !== undefined && !(isCount(rateLimit.limit) && isCount(rateLimit.windowSeconds))) {
    return "rateLimit: limit and windowSeconds are whole numbers, 1 or more"
  }
  if (smtp !== undefined && !isSmtpAddress(Redacted.isRedacted(smtp.url) ? Redacted.value(smtp.url) : smtp.url)) {
    return `smtp.url: ${smtpAddress}`
  }
  if (smtp !== undefined && !isMailAddress(smtp.from)) return "smtp.from: an e-mail address, without a name"
  if (typeof aeat === "object" && !isStandInAddress(aeat.url)) return `aeat.url: ${standInAddress}`
  return typeof storage === "object" && "connectionsMax" in storage && !isCount(storage.connectionsMax ?? 1)
    ? "storage.connectionsMax: a whole number, 1 or more"
    : undefined
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 1
