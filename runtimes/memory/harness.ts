import { Effect, Layer, type Scope } from "effect"
import * as SecretBoxWebCrypto from "../../adapters/crypto/SecretBoxWebCrypto.ts"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import { type HttpInterface, makeHttpInterface } from "../../adapters/http/httpInterface.ts"
import type { HttpSettings } from "../../adapters/http/HttpSettings.ts"
import * as MailerMemory from "../../adapters/memory/MailerMemory.ts"
import * as RateLimiterMemory from "../../adapters/memory/RateLimiterMemory.ts"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import * as WebhookSenderMemory from "../../adapters/memory/WebhookSenderMemory.ts"
import * as PdfPrinterNode from "../../adapters/pdf/PdfPrinterNode.ts"
import { issueAccessKey } from "../../core/access/issueAccessKey.ts"
import type { KeyMode } from "../../core/access/keyText.ts"
import { type Scope as AccessScope, scopes as everyScope } from "../../core/access/scopes.ts"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import type { OrganizationId } from "../../core/identifiers/organizationId.ts"
import { openOrganization } from "../../core/organizations/openOrganization.ts"
import type { OrganizationInput } from "../../core/organizations/organizationInput.ts"
import type { Entropy } from "../../core/ports/Entropy.ts"
import type { Mail, Mailer } from "../../core/ports/Mailer.ts"
import type { PdfPrinter } from "../../core/ports/PdfPrinter.ts"
import type { Queue } from "../../core/ports/Queue.ts"
import { defaultRateLimit, type RateLimit, type RateLimiter } from "../../core/ports/RateLimiter.ts"
import { Recording } from "../../core/ports/Recording.ts"
import type { SecretBox } from "../../core/ports/SecretBox.ts"
import type { Storage } from "../../core/ports/Storage.ts"
import { TaxAuthority, TaxAuthorityUnreachable } from "../../core/ports/TaxAuthority.ts"
import type { WebhookRequest, WebhookSender } from "../../core/ports/WebhookSender.ts"
import { talonarioSoftware } from "../../core/registry/talonarioSoftware.ts"
import { workOffAll } from "../../core/workers/workers.ts"
import { type Answer, answerOf, type RequestOptions, requestOf } from "./exchange.ts"
import { seededEntropy } from "./seededEntropy.ts"

/** Everything that the HTTP interface and the workers stand on. */
export type Engine =
  | Storage
  | Queue
  | GroupCommit.GroupCommit
  | PdfPrinter
  | RateLimiter
  | Entropy
  | Mailer
  | SecretBox
  | WebhookSender
  | TaxAuthority
  | Recording

/** How a harness differs from the usual one. */
export interface HarnessSettings extends Partial<HttpSettings> {
  readonly rateLimit?: RateLimit
  /** In place of the one in memory, which counts as `rateLimit` says. */
  readonly rateLimiter?: Layer.Layer<RateLimiter>
  /** Fixes identifiers and keys; without it they are random. */
  readonly seed?: number
  /** In place of chance, and of a seed: such as that of another harness. */
  readonly entropy?: Layer.Layer<Entropy>
  /** In place of the memory, such as one that fails on purpose. */
  readonly storage?: Layer.Layer<Storage, never, Entropy>
  /** In place of the queue beside the memory. */
  readonly queue?: Layer.Layer<Queue>
  /** In place of the usual one, such as one that is watched. */
  readonly groupCommit?: Layer.Layer<GroupCommit.GroupCommit, never, Storage | Entropy>
  /** In place of Web Crypto, whose answers take time that a virtual clock does not rule. */
  readonly secretBox?: Layer.Layer<SecretBox>
  /** In place of the real printer. */
  readonly printer?: Layer.Layer<PdfPrinter>
  /** In place of the list that letters are kept in. */
  readonly mailer?: Layer.Layer<Mailer>
  /** In place of one that does not answer. */
  readonly taxAuthority?: Layer.Layer<TaxAuthority>
  /** In place of receivers that take everything. */
  readonly webhookSender?: Layer.Layer<WebhookSender>
}

/** A company with a key of each mode, both with every scope. */
export interface Company {
  readonly organizationId: OrganizationId
  readonly live: string
  readonly test: string
}

/** The whole system in this process: no port, no file, and the clock of whoever calls. */
export interface Harness extends HttpInterface {
  /** Sends a request and reads the answer; `path` follows /api/v1, or is a whole address. */
  readonly request: (method: string, path: string, options?: RequestOptions) => Effect.Effect<Answer>
  readonly openCompany: (input?: Partial<OrganizationInput>) => Effect.Effect<Company>
  /** One more key of a company. */
  readonly openKey: (
    organizationId: OrganizationId,
    modo: KeyMode,
    scopes: ReadonlyArray<AccessScope>,
  ) => Effect.Effect<string>
  /**
   * Does what workers have to do now: fan-out, webhooks, mail, records, invoices of subscriptions. Nothing works by
   * itself, unless told to.
   */
  readonly workOff: Effect.Effect<void>
  /** Every letter sent so far. */
  readonly mails: ReadonlyArray<Mail>
  /** Every notice that receivers got so far. */
  readonly notices: ReadonlyArray<WebhookRequest>
  /** Runs what needs the engine itself: commands, queries, the ports. */
  readonly provide: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, Exclude<R, Engine>>
}

const sampleCompany: OrganizationInput = {
  nombre: "Talleres Núñez",
  razon_social: "Talleres Núñez SL",
  nif: "B12345674",
}

/** Builds a system of its own, empty; it ends with the scope. */
export const makeHarness = (settings: HarnessSettings = {}): Effect.Effect<Harness, never, Scope.Scope> =>
  Effect.gen(function*() {
    const mails: Array<Mail> = []
    const notices: Array<WebhookRequest> = []
    const engine = yield* Layer.build(engineOf(settings, mails, notices))
    const http = yield* Effect.provide(makeHttpInterface({ ...defaults, ...settings }), engine)
    return {
      ...http,
      request: (method, path, options) => Effect.map(http.handle(requestOf(method, path, options)), answerOf),
      openCompany: (input) => Effect.provide(openCompany({ ...sampleCompany, ...input }), engine),
      openKey: (...key) => Effect.provide(openKey(...key), engine),
      workOff: workOffAll.pipe(Effect.orDie, Effect.provide(engine)),
      mails,
      notices,
      provide: (effect) => Effect.provide(effect, engine),
    }
  })

const defaults: HttpSettings = {
  publicUrl: null,
  secret: new TextEncoder().encode("the harness keeps no secrets: 32+"),
  software: talonarioSoftware({ producer: "Talonario", producerNif: "B00000000" }),
  qrHost: "test",
}

const recordingOf = ({ hash, qrHost, software }: HttpSettings): Recording["Type"] => ({ software, qrHost, hash })

const absent = () => new TaxAuthorityUnreachable({ reason: "no hay nadie" })

const nobody = Layer.succeed(TaxAuthority, { submit: absent, query: absent })

const engineOf = (
  settings: HarnessSettings,
  mails: Array<Mail>,
  notices: Array<WebhookRequest>,
): Layer.Layer<Engine> => {
  const chance = settings.seed === undefined ? EntropyWebCrypto.layer : seededEntropy(settings.seed)
  const printer = settings.printer ?? PdfPrinterNode.layer
  const { queue = Layer.empty, storage = StorageMemory.layer } = settings
  return (settings.groupCommit ?? GroupCommit.layer).pipe(
    // One that wraps the memory shares it with the queue.
    Layer.provideMerge(Layer.mergeAll(StorageMemory.layer, storage, queue)),
    Layer.merge(settings.secretBox ?? SecretBoxWebCrypto.layer(settings.secret ?? defaults.secret)),
    Layer.provideMerge(settings.entropy ?? chance),
    Layer.merge(printer),
    Layer.merge(settings.taxAuthority ?? nobody),
    Layer.merge(Layer.succeed(Recording, recordingOf({ ...defaults, ...settings }))),
    Layer.merge(settings.mailer ?? MailerMemory.layer(mails)),
    Layer.merge(settings.webhookSender ?? WebhookSenderMemory.layer(WebhookSenderMemory.keeping(notices))),
    Layer.merge(settings.rateLimiter ?? RateLimiterMemory.layer(settings.rateLimit ?? defaultRateLimit)),
  )
}

/** A company with its two keys; the input is one that the core takes. */
export const openCompany = (input: OrganizationInput) =>
  Effect.gen(function*() {
    const { id: organizationId } = yield* Effect.orDie(openOrganization(input))
    const company: Company = {
      organizationId,
      live: yield* openKey(organizationId, "live", everyScope),
      test: yield* openKey(organizationId, "test", everyScope),
    }
    return company
  })

const openKey = (organizationId: OrganizationId, modo: KeyMode, scopes: ReadonlyArray<AccessScope>) =>
  issueAccessKey(organizationId, { modo, scopes, nombre: null }).pipe(
    Effect.map(({ clave }) => clave),
    Effect.orDie,
  )
