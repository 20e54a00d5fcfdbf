import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { commandLine } from "./commandLine.ts"
import { dataFolder, serve } from "./talonarioProcess.ts"

const secret = (sign: string): string => sign.repeat(32)

describe("talonario secret reseal", () => {
  it.scopedLive("lets an installation change its secret", () =>
    Effect.gen(function*() {
      const TALONARIO_DATA = yield* dataFolder
      const server = yield* serve({ TALONARIO_DATA, TALONARIO_SECRET: secret("a") }, ["--no-workers"])
      const [key = assert.fail("no key was printed")] = /svc_live_\w{43}/.exec(server.stdout()) ?? []
      const { status } = yield* Effect.promise(() =>
        fetch(`${server.address}/webhooks`, {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          body: JSON.stringify({ url: "https://example.org/avisos", sucesos: ["*"] }),
        }))
      assert.strictEqual(status, 201)
      const reseal = (variables: Readonly<Record<string, string>>, ...more: ReadonlyArray<string>) =>
        commandLine(["secret", "reseal", ...more], { TALONARIO_DATA, ...variables })
      const blind = yield* reseal({ TALONARIO_SECRET: secret("b") }, "--json")
      const { ilegibles: [unreadable = assert.fail("it was read")] } = JSON.parse(blind.stdout)
      assert.deepStrictEqual([blind.code, JSON.parse(blind.stdout)], [1, { webhooks: 0, certificados: 0, ilegibles: [unreadable] }])
      const said = yield* reseal({ TALONARIO_SECRET: secret("b") })
      assert.strictEqual(said.stdout, `0 webhooks and 0 certificates sealed anew\n${unreadable}: neither secret opens it\n`)
      const both = yield* reseal({ TALONARIO_SECRET: secret("b"), TALONARIO_SECRET_PREVIOUS: secret("a") })
      assert.deepStrictEqual([both.code, both.stdout], [0, "1 webhooks and 0 certificates sealed anew\n"])
      const alone = yield* reseal({ TALONARIO_SECRET: secret("b") }, "--json")
      assert.deepStrictEqual([alone.code, JSON.parse(alone.stdout)], [0, { webhooks: 1, certificados: 0, ilegibles: [] }])
      assert.notInclude([blind, both, alone].map(({ stderr, stdout }) => stdout + stderr).join(), secret("a"))
      assert.strictEqual(yield* server.end, 0)
    }), 90_000)
})
