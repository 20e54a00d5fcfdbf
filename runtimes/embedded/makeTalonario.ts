import { Cause, Context, Effect, Exit, Fiber, Layer, Runtime, Scope } from "effect"
import { type HostConnection, HostTransactions } from "../../adapters/postgres/host/HostTransactions.ts"
import type { KeyMode } from "../../core/access/keyText.ts"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"
import { declaration, type DeclarationResource } from "../../core/declaration/declaration.ts"
import { organizationId } from "../../core/identifiers/organizationId.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { released } from "../../core/registry/talonarioSoftware.ts"
import { allWorks, makePruning, workers, workOffWith } from "../../core/workers/workers.ts"
import { callerOf, takesPartIn } from "./calls/Caller.ts"
import { organizationCalls } from "./calls/organizationCalls.ts"
import { companyCallsOf } from "./companyCalls.ts"
import type { Configuration, PostgresConfiguration } from "./Configuration.ts"
import { ringBells } from "./effects.ts"
import { type Engine, layer } from "./engine.ts"
import { endBegun, type EngineRunner, makeRunner, nothingBegun } from "./EngineRunner.ts"
import { promiseFace, type PromiseKinds, type Runner, succeeded } from "./faces/promiseFace.ts"
import { Installation } from "./Installation.ts"
import { isLayerOf } from "./ports/isLayerOf.ts"
import { EngineClosed } from "./Result.ts"

/** The companies of an installation. */
export interface Organizations extends ReturnType<typeof organizationCalls<PromiseKinds>> {}

/** Every call on behalf of one company, by resource. */
export interface Company extends ReturnType<typeof companyCallsOf<PromiseKinds>> {}

/** Calls, whatever they take part in. */
export interface Calls {
  /** The companies of the installation: opens and lists them. */
  readonly organizaciones: Organizations
  /**
   * The calls on behalf of a company: `live` registers what it issues and sends mail, `test` does neither (contract,
   * section 5); any other mode throws a TypeError. Whether there is such a company each call tells.
   */
  readonly company: (id: string, modo: KeyMode) => Company
}

/** Calls that take part in a transaction of the host's, and what belongs to it. */
export interface Within extends Calls {
  /**
   * Holds companies until the transaction ends, in the order of their ids: before the first call where it writes to
   * several, so that two such transactions never wait for each other.
   */
  readonly lock: (ids: ReadonlyArray<string>) => Promise<void>
  /** Tells the workers, once the host has committed; never rejects. Without it they find what is to be done within a second. */
  readonly afterCommit: () => Promise<void>
}

/** The engine in this process. */
export interface Talonario extends Calls {
  /** The producer's declaración responsable of the software (Orden HAC/1177/2024 art. 15). */
  readonly declaration: () => DeclarationResource
  /**
   * Sends webhooks, mail and records, and makes the invoices of subscriptions, from now on until `close`; any number of
   * processes may. Throws `EngineClosed` after it.
   */
  readonly work: () => void
  /**
   * Does once what is due now, and what that gives rise to: for a host with a schedule of its own, and for tests. Each hour it
   * also removes what is kept for some time only.
   */
  readonly workOff: () => Promise<void>
  /** Effects that stand on the engine run on this. */
  readonly runtime: Runtime.Runtime<Engine>
  /**
   * Ends what the workers have begun, during which calls are still taken, since an adapter of the host's may need them; then
   * waits for the calls that are under way. Every call is carried out or rejects with `EngineClosed`: none is cut off.
   */
  readonly close: () => Promise<void>
  /** `close`, for `await using`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** The engine on PostgreSQL, which can take part in transactions of the host's. */
export interface PostgresTalonario extends Talonario {
  /**
   * Calls in a transaction that the host has begun on a connection of its own: they neither begin nor commit, so that
   * the host's rows and ours are there together or not at all. Nothing else is sent over the connection meanwhile.
   */
  readonly within: (connection: HostConnection) => Within
}

/**
 * Starts the engine in this process. Rejects with `CannotStart` when the configuration is wrong, or the database cannot
 * be used. Calls answer a `Result`: what they came to, or a refusal. They reject only when the database does not answer
 * (`StorageUnavailable`, `StorageConflict`, `StorageOutcomeUnknown`), after `close` (`EngineClosed`), and for bugs.
 */
export function makeTalonario(configuration: PostgresConfiguration): Promise<PostgresTalonario>
export function makeTalonario(configuration?: Configuration): Promise<Talonario>
export async function makeTalonario(configuration: Configuration = {}): Promise<Talonario | PostgresTalonario> {
  const scope = await Effect.runPromise(Scope.make())
  const started = await Effect.runPromiseExit(Effect.all({
    runtime: Scope.extend(Layer.toRuntime(layer(configuration)), scope),
    works: allWorks,
    pruning: makePruning,
  }))
  if (Exit.isFailure(started)) {
    await Effect.runPromise(Scope.close(scope, started))
    throw Cause.squash(started.cause)
  }
  const { pruning, runtime, works } = started.value
  const begun = nothingBegun()
  // A scope closes backwards: first workers, which are forked later, end what they have begun, then the host's calls do,
  // and the engine is closed last.
  await Effect.runPromise(Scope.addFinalizer(scope, Effect.promise(() => endBegun(begun))))
  const runnerOn: RunnerOn = (on) => makeRunner(begun, on)
  const talonario = assembled(runtime, runnerOn(runtime), scope, Effect.zipRight(Effect.orDie(workOffWith(works)), pruning))
  return isPostgres(configuration)
    ? { ...talonario, within: (connection) => within(runtime, runnerOn, connection) }
    : talonario
}

type RunnerOn = (runtime: Runtime.Runtime<Engine>) => EngineRunner

const isPostgres = ({ storage }: Configuration): boolean =>
  typeof storage === "object" && !isLayerOf(storage)

const assembled = (
  runtime: Runtime.Runtime<Engine>,
  runner: EngineRunner,
  scope: Scope.CloseableScope,
  workOff: Effect.Effect<void, never, Engine>,
): Talonario => {
  const { declarant, software } = Context.get(runtime.context, Installation)
  let working = false
  let closing: Promise<void> | undefined
  // Workers end before what they stand on: a scope closes backwards.
  const close = () => (closing ??= Effect.runPromise(Scope.close(scope, Exit.void)))
  return {
    ...callsOn(runner),
    declaration: () => structuredClone(declaration(software, declarant, released)),
    work: () => {
      if (closing !== undefined) throw new EngineClosed()
      if (working) return
      working = true
      Runtime.runFork(runtime)(Scope.extend(Effect.forkScoped(workers), scope))
    },
    // When the engine is closed it ends what it has begun and begins nothing more, as workers do.
    workOff: async () => {
      const exit = await runner.run(Scope.extend(Effect.flatMap(Effect.forkScoped(workOff), Fiber.await), scope))
      const worked = Exit.flatten(exit)
      if (!Exit.isInterrupted(worked)) return succeeded(worked)
      throw new EngineClosed()
    },
    runtime,
    close,
    [Symbol.asyncDispose]: close,
  }
}

const callsOn = (runner: Runner): Calls => {
  const face = promiseFace(runner)
  return {
    organizaciones: organizationCalls(face),
    company: (id, modo) => companyCallsOf(face, callerOf(id, modo)),
  }
}

const within = (runtime: Runtime.Runtime<Engine>, runnerOn: RunnerOn, connection: HostConnection): Within => {
  const { commit, lock, storage } = Context.get(runtime.context, HostTransactions).join(connection)
  takesPartIn(storage, Context.get(runtime.context, Storage))
  const joined = Runtime.updateContext(runtime, (context: Context.Context<Engine>) =>
    context.pipe(Context.add(Storage, storage), Context.add(GroupCommit, commit)))
  const runner = runnerOn(joined)
  return {
    ...callsOn(runner),
    lock: async (ids) => succeeded(await runner.run(lock(ids.map((id) => organizationId(id))))),
    // Nothing where the engine is closed meanwhile: its workers have ended.
    afterCommit: async () => void await runnerOn(runtime).run(ringBells),
  }
}

export type { CallOptions, ListInput, Page } from "./faces/Face.ts"
export type { ExportedFile } from "../../adapters/aeat/messages/exportedFile.ts"
export type * from "./Configuration.ts"
export type * from "./ports/plainPorts.ts"
export type { OwnQueue, PlainQueue } from "./ports/plainQueue.ts"
export type { HostConnection, HostRows } from "../../adapters/postgres/host/HostTransactions.ts"
export * as effects from "./effects.ts"
export { type Engine, layer } from "./engine.ts"
export { CannotStart, Installation } from "./Installation.ts"
export { type Done, EngineClosed, RefusedError, type Refused, type Result, type StorageFailure, valueOf } from "./Result.ts"
export { type Mail, MailNotSent } from "../../core/ports/Mailer.ts"
export { type PrintableDocument, PrinterBusy } from "../../core/ports/PdfPrinter.ts"
export type { RateLimit, RateWindow } from "../../core/ports/RateLimiter.ts"
export { SealBroken } from "../../core/ports/SecretBox.ts"
export {
  CertificateUnusable,
  type HeldPage,
  type RegistryQuery,
  type Shipment,
  type ShipmentAnswer,
  ShipmentRefused,
  TaxAuthorityUnreachable,
} from "../../core/ports/TaxAuthority.ts"
export { NoAnswer, type WebhookRequest } from "../../core/ports/WebhookSender.ts"
export { StorageConflict, StorageOutcomeUnknown, StorageUnavailable } from "../../core/ports/Storage.ts"
export type { Conflict, FieldIssue, InvalidInput, NotFound, Refusal } from "../../core/refusals/refusal.ts"
export { isRefusal, refusalText } from "./refusalText.ts"
