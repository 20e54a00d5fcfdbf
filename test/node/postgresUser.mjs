// A process that uses an embedded server, of the compiled program as that starts quicker: prints what it got as one line of
// JSON, and leaves when its input ends.
import { once } from "node:events"
import { Effect, Redacted } from "effect"

const [, , embedded, folder] = process.argv
const { embeddedPostgres } = await import(embedded)

const use = Effect.gen(function*() {
  const { startedHere, url } = yield* embeddedPostgres({ folder, durable: false })
  console.log(JSON.stringify({ startedHere, url: Redacted.value(url) }))
  yield* Effect.promise(() => once(process.stdin.resume(), "end"))
})

await Effect.runPromise(Effect.scoped(use))
process.exit(0)
