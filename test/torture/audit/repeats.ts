import { Effect } from "effect"
import type { KeptWrite, Line } from "../load/Line.ts"

/**
 * Sends acknowledged writes once more under their keys: each has to be answered as before, byte for byte, and with another body
 * it has to be refused.
 */
export const repeatFaults = (line: Line): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(
    Effect.forEach(line.kept, (write) => Effect.promise(() => repeat(line, write)), { concurrency: 4 }),
    (faults) => faults.flatMap((fault) => (fault === undefined ? [] : [fault])).slice(0, 5),
  )

const repeat = async (line: Line, write: KeptWrite): Promise<string | undefined> => {
  const { method, status, text, url } = write
  const answer = await send(line, write, write.body)
  if (answer === undefined) return `${method} ${url} repeated had no answer`
  if (!answer.isReplayed) return `${method} ${url} repeated was done again`
  if (answer.status !== status || answer.text !== text) return `${method} ${url} repeated was answered otherwise`
  if (write.body === undefined) return undefined
  const other = await send(line, write, `${write.body} `)
  return other?.status === 409 && other.text.includes("clave_reutilizada")
    ? undefined
    : `${method} ${url} with another body was answered ${other?.status}`
}

const send = async (line: Line, { headers, method, url }: KeptWrite, body: string | undefined) => {
  const again = { method, headers, signal: AbortSignal.timeout(20_000), ...(body === undefined ? {} : { body }) }
  const answer = await line.fetch(url, again).catch(() => undefined)
  if (answer === undefined) return undefined
  const text = new TextDecoder().decode(await answer.arrayBuffer())
  return { status: answer.status, text, isReplayed: answer.headers.get("Idempotency-Replayed") === "true" }
}
