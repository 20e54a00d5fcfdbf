import { Effect, Redacted, Runtime } from "effect"
import { type HttpInterface, makeHttpInterface } from "../../adapters/http/httpInterface.ts"
import type { DocsFiles } from "../../adapters/http/openApi/docsPage.ts"
import { publicAddress, publicUrlOf } from "../environment/plainAddress.ts"
import { Installation } from "./Installation.ts"
import type { Talonario } from "./makeTalonario.ts"

/** Gives the engine that a face stands on: the host's own, or one that is made now. */
export type Start = () => Pick<Talonario, "runtime"> | Promise<Pick<Talonario, "runtime">>

/** The settings of the HTTP interface besides the engine's configuration. */
export interface HostedSettings {
  /**
   * What stands before /api/v1 in the addresses that clients are given, the mount point included; by default as each
   * request says.
   */
  readonly publicUrl?: string | undefined
  /** The files of Swagger UI for the page at /docs; without them it only links the description. */
  readonly docsFiles?: DocsFiles | undefined
}

/** The HTTP interface, and what its answers are run on. */
export interface HostedInterface {
  readonly http: HttpInterface
  readonly runtime: Runtime.Runtime<never>
}

/**
 * The HTTP interface over an engine of the host's, which is started when it is first asked for: some platforms
 * forbid that before a request, and builds that only load modules shall open no database. A start that fails is
 * tried again. Throws for a `publicUrl` that is none, which is a slip in the host's code.
 */
export const hostedInterface = (
  start: Start,
  { docsFiles, publicUrl }: HostedSettings,
): (() => Promise<HostedInterface>) => {
  const address = publicUrl === undefined ? null : publicUrlOf(publicUrl)
  if (address === undefined) throw new Error(`publicUrl: ${publicAddress}, not "${publicUrl}"`)
  let started: Promise<HostedInterface> | undefined

  const begin = async (): Promise<HostedInterface> => {
    const { runtime } = await start()
    const made = Effect.flatMap(Installation, (installation) =>
      makeHttpInterface({
        ...installation,
        secret: Redacted.value(installation.secret),
        earlierSecrets: installation.earlierSecrets.map(Redacted.value),
        publicUrl: address,
        ...(docsFiles === undefined ? {} : { docsFiles }),
      }))
    return { http: await Runtime.runPromise(runtime)(made), runtime }
  }

  return () => (started ??= begin().catch((error: unknown) => {
    started = undefined
    throw error
  }))
}
