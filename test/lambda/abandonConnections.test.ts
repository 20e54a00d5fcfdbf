import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import pg from "pg"
import { abandonConnections } from "../../runtimes/lambda/container/abandonConnections.ts"

it.live("abandoning a pool's connections cuts those it still has, and it gives out no more", () =>
  Effect.gen(function*() {
    const pool = new pg.Pool()
    const abandon = abandonConnections(pool)
    const [kept, given] = [new pg.Client(), new pg.Client()]
    for (const client of [kept, given]) pool.emit("connect", client)
    pool.emit("remove", given)
    yield* abandon
    yield* abandon
    assert.deepStrictEqual([kept, given].map(({ connection }) => connection.stream.destroyed), [true, false])
    const refused = yield* Effect.flip(Effect.tryPromise({ try: () => pool.connect(), catch: String }))
    assert.match(refused, /after calling end on the pool/)
  }))
