import { Effect } from "effect"
import type { KeptWrite, Line } from "../load/Line.ts"

/** Sends acknowledged writes once more under their keys: each has to be answered as it was, byte for byte. */
export const repeatFaults = (line: Line): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(
    Effect.forEach(line.kept, (write) => Effect.promise(() => repeat(line, write)), { concurrency: 4 }),
    (faults) => faults.flatMap((fault) => (fault === undefined ? [] : [fault])).slice(0, 5),
  )

const repeat = async (line: Line, { body, headers, method, status, text, url }: KeptWrite): Promise<string | undefined> => {
  const again = { method, headers, signal: AbortSignal.timeout(20_000), ...(body === undefined ? {} : { body }) }
  const answer = await line.fetch(url, again).catch(() => undefined)
  if (answer === undefined) return `${method} ${url} repeated had no answer`
  const repeated = new TextDecoder().decode(await answer.arrayBuffer())
  if (answer.headers.get("Idempotency-Replayed") !== "true") return `${method} ${url} repeated was done again`
  return answer.status === status && repeated === text ? undefined : `${method} ${url} repeated was answered otherwise`
}
