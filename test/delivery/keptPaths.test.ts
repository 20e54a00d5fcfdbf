import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { httpsReceiver } from "./receiver.ts"
import { notice, sender } from "./sending.ts"

describe("requests to one server", () => {
  it.scopedLive("share a connection, and go to the address that each of them names", () =>
    Effect.gen(function*() {
      const paths: Array<string | undefined> = []
      const receiver = yield* httpsReceiver((request, response) => {
        paths.push(request.url)
        response.end()
      })
      const { send } = yield* sender()
      for (const path of ["/una", "/otra?a=1", "/una"]) yield* send(notice(new URL(path, receiver.url).href))
      assert.deepStrictEqual(paths, ["/una", "/otra?a=1", "/una"])
      assert.strictEqual(receiver.connections(), 1)
    }))
})
