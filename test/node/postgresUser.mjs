// A process that uses an embedded server: prints what it got as one line of JSON, and ends when its input does.
import { once } from "node:events"
import { Effect, Redacted } from "effect"
import { embeddedPostgres } from "../../dist/runtimes/node/postgres/embeddedPostgres.js"

const [, , folder] = process.argv

const use = Effect.gen(function*() {
  const { startedHere, url } = yield* embeddedPostgres({ folder, durable: false })
  console.log(JSON.stringify({ startedHere, url: Redacted.value(url) }))
  yield* Effect.promise(() => once(process.stdin.resume(), "end"))
})

await Effect.runPromise(Effect.scoped(use))
process.exit(0)
