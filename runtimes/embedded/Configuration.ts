import type { Layer, Redacted } from "effect"
import type { AeatEnvironment } from "../../adapters/aeat/endpoint.ts"
import type { HostPool } from "../../adapters/postgres/host/hostPool.ts"
import type { Declarant } from "../../core/declaration/declaration.ts"
import type { Entropy } from "../../core/ports/Entropy.ts"
import type { Mailer } from "../../core/ports/Mailer.ts"
import type { PdfPrinter } from "../../core/ports/PdfPrinter.ts"
import type { Queue } from "../../core/ports/Queue.ts"
import type { RateLimit, RateLimiter } from "../../core/ports/RateLimiter.ts"
import type { SecretBox } from "../../core/ports/SecretBox.ts"
import type { Storage } from "../../core/ports/Storage.ts"
import type { TaxAuthority } from "../../core/ports/TaxAuthority.ts"
import type { WebhookSender } from "../../core/ports/WebhookSender.ts"
import type { Software } from "../../core/registry/software.ts"
import type {
  PlainClock,
  PlainEntropy,
  PlainMailer,
  PlainPdfPrinter,
  PlainRateLimiter,
  PlainSecretBox,
  PlainTaxAuthority,
  PlainWebhookSender,
} from "./ports/plainPorts.ts"
import type { OwnQueue, PlainQueue } from "./ports/plainQueue.ts"

/** What an adapter of the host's may use. */
export type Basis = Storage | Queue | Entropy

/** An adapter of the host's: an Effect Layer, or a plain object of functions that give promises. */
export type Adapter<Port, Plain> = Layer.Layer<Port, unknown, Basis> | Plain

/** Settings of a storage in PostgreSQL, besides its address. */
export interface PostgresOptions {
  /** Schema that holds our tables; whatever the connection's search_path says first, by default. */
  readonly schema?: string | undefined
  /** Whether the schema is brought up to date at the start; true by default. */
  readonly migrate?: boolean | undefined
  /** Connections at most; 10 by default. */
  readonly connectionsMax?: number | undefined
  /** `pooled` behind a pooler that lends sessions a transaction long (PgBouncer, RDS Proxy); `own` by default. */
  readonly session?: "own" | "pooled" | undefined
}

/** A PostgreSQL database, 14 or later, by its address. */
export interface PostgresByUrl extends PostgresOptions {
  /** postgres:// address with credentials. */
  readonly url: string | Redacted.Redacted<string>
}

/**
 * The PostgreSQL database of a `pg.Pool` of the host's: ours are connections of their own, made with its address,
 * credentials and TLS; the pool's are not used.
 */
export interface PostgresByPool extends PostgresOptions {
  readonly pool: HostPool
}

/** A PostgreSQL database. */
export type PostgresStorage = PostgresByUrl | PostgresByPool

/** Where everything is kept. */
export type KeptStorage = PostgresStorage | Layer.Layer<Storage | Queue, unknown, Entropy>

/** How records name the software: its producer answers for it; name, id and version are Talonario's by default. */
export type SoftwareNames = Pick<Software, "producer" | "producerNif"> & Partial<Software>

/** The installation's secret: text counts as its bytes in UTF-8, 32 or more. */
export type Secret = string | Uint8Array | Redacted.Redacted<string> | Redacted.Redacted<Uint8Array>

/** The clock of the host's; as a Layer, one that sets Effect's own (`Layer.setClock`). */
export type ClockChoice = Layer.Layer<never> | PlainClock

/** One line of the log, for hosts with a logger of their own. */
export interface LogEntry {
  readonly level: "debug" | "info" | "warning" | "error"
  readonly message: string
  /** What it is about, such as `organizationId`. */
  readonly details: Readonly<Record<string, unknown>>
  /** Why, with its stack, where something failed; null else. */
  readonly cause: string | null
}

/** The settings that any storage allows; each has a default. */
export interface ConfigurationOptions {
  /** What the producer's declaración responsable says beyond `software`; it is incomplete without. */
  readonly declarant?: Declarant | undefined
  /** Secrets of this installation before the present one, while anything is still sealed or signed under them. */
  readonly earlierSecrets?: ReadonlyArray<Secret> | undefined
  /** Tax authority that records of companies with a certificate go to; production by default. */
  readonly aeat?: AeatEnvironment | undefined
  /** The service that printed QRs name; that of `aeat` by default. */
  readonly qrHost?: "production" | "test" | undefined
  /** Addresses, ranges and hosts that webhooks may be sent to although they are not public, commas between them. */
  readonly webhookAllow?: string | undefined
  /** Mail server for the default mailer: smtp:// or smtps:// address, and whose address letters come from. */
  readonly smtp?: { readonly url: string | Redacted.Redacted<string>; readonly from: string } | undefined
  /** How many requests a key has over HTTP; 120 a minute by default. */
  readonly rateLimit?: RateLimit | undefined
  /**
   * Who counts them: `database` counts for all processes together. Unless told, it does where there is one and the limit is
   * at most 1000.
   */
  readonly rateLimitStore?: "memory" | "database" | undefined

  /** Makes PDF files; in this process by default. */
  readonly pdfPrinter?: Adapter<PdfPrinter, PlainPdfPrinter> | undefined
  /** Sends letters; over `smtp` by default. Without both, letters wait and are given up after a day and a half. */
  readonly mailer?: Adapter<Mailer, PlainMailer> | undefined
  /** Sends webhooks; over HTTPS to public addresses by default. */
  readonly webhookSender?: Adapter<WebhookSender, PlainWebhookSender> | undefined
  /** Counts requests over HTTP, in place of `rateLimit` and `rateLimitStore`. */
  readonly rateLimiter?: Adapter<RateLimiter, PlainRateLimiter> | undefined
  /** Takes records; the AEAT's web service by default. */
  readonly taxAuthority?: Adapter<TaxAuthority, PlainTaxAuthority> | undefined
  /** Seals the secrets that are stored; with a key of `secret` by default. */
  readonly secretBox?: Adapter<SecretBox, PlainSecretBox> | undefined
  /** Chance; Web Crypto by default. */
  readonly entropy?: Layer.Layer<Entropy, unknown> | PlainEntropy | undefined
  /** Time; the system's by default. */
  readonly clock?: ClockChoice | undefined
  /**
   * What workers take jobs from, in place of the storage's own queue, into which commits put them. A Layer is given
   * that one as its `Queue`, a function as its argument.
   */
  readonly queue?: Layer.Layer<Queue, unknown, Basis> | PlainQueue | ((own: OwnQueue) => PlainQueue) | undefined

  /** Where the log goes: a function, or a Layer that sets Effect's loggers; to the console by default. */
  readonly log?: ((entry: LogEntry) => void) | Layer.Layer<never> | undefined
}

/** Everything in this process's memory, for trying out and for tests: secret and software need not be told. */
export interface MemoryConfiguration extends ConfigurationOptions {
  readonly storage?: "memory"
  readonly secret?: Secret
  readonly software?: SoftwareNames
}

/** Everything in a storage that lasts. */
export interface KeptConfiguration extends ConfigurationOptions {
  readonly storage: KeptStorage
  readonly secret: Secret
  readonly software: SoftwareNames
}

/** Everything in PostgreSQL: what can join the host's own transactions. */
export interface PostgresConfiguration extends KeptConfiguration {
  readonly storage: PostgresStorage
}

/** The configuration of an engine, the same for each of its faces. */
export type Configuration = MemoryConfiguration | KeptConfiguration
