import { Effect } from "effect"
import { join } from "node:path"
import type { Company } from "../../runtimes/memory/harness.ts"
import { deployments } from "./deployments.ts"
import { functionProcess, type Invoked, type Taken } from "./functionProcess.ts"
import { sentOf } from "./lambdaRequest.ts"

/** How long one cold start of the HTTP function took, in a new process. */
export interface ColdStart {
  readonly load: Taken
  /** From the first event, a list, to its result; includes connecting to the database. */
  readonly first: Taken
  readonly second: Taken
}

const { httpApi } = deployments

/** The event of a request to the function. */
export const eventOf = (...[method, path, options]: readonly [string, string, Parameters<typeof sentOf>[2]]): object =>
  httpApi.event(sentOf(method, path, options, httpApi))

/** Starts the bundle in `folder` with this environment and lists a company's invoices twice. */
export const coldStart = (folder: string, environment: Readonly<Record<string, string>>, { live }: Company) =>
  Effect.scoped(Effect.gen(function*() {
    const started = yield* functionProcess(join(folder, "http", "index.mjs"), environment)
    const list = started.invoke(eventOf("GET", "/facturas", { key: live }))
    const cold: ColdStart = { load: started.load, first: listed(yield* list), second: listed(yield* list) }
    return cold
  }))

const listed = ({ result, ...taken }: Invoked): Taken => {
  if (JSON.stringify(result).includes("\"statusCode\":200")) return taken
  throw new Error(`not 200: ${JSON.stringify(result)}`)
}
