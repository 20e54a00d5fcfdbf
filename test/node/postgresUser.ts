import { Effect, Redacted } from "effect"
import { embeddedPostgres } from "../../runtimes/node/embeddedPostgres.ts"

// A process that uses an embedded server: prints what it got as one line of JSON, and leaves when its input
// ends.

const use = Effect.gen(function*() {
  const { startedHere, url } = yield* embeddedPostgres({ folder: process.argv[2] ?? "", durable: false })
  yield* Effect.sync(() => console.log(JSON.stringify({ startedHere, url: Redacted.value(url) })))
  yield* Effect.async<void>((resume) => {
    process.stdin.once("end", () => resume(Effect.void)).resume()
  })
})

Effect.runPromise(Effect.scoped(use)).then(() => process.exit(0), (error: unknown) => {
  console.error(error)
  process.exit(1)
})
