import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Resolver } from "node:dns/promises"
import { lookupByDns } from "../../adapters/delivery/lookups.ts"
import { nameServer } from "./nameServer.ts"
import { allowing, notice, reasonOf, sender } from "./sending.ts"

const lookupAt = (server: string) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 })
  resolver.setServers([server])
  return lookupByDns(resolver)
}

describe("names, asked for by DNS", () => {
  it.scopedLive("have all addresses that a name server gives", () =>
    Effect.gen(function*() {
      const lookup = lookupAt(yield* nameServer(() => ["8.8.8.8", "10.0.0.1"]))
      assert.sameMembers([...yield* Effect.promise(() => lookup("receptor.ejemplo.es"))], ["8.8.8.8", "10.0.0.1"])
    }))

  it.scopedLive("have the addresses of one kind where the other kind fails", () =>
    Effect.gen(function*() {
      const lookup = lookupAt(yield* nameServer((_name, asksForIpv4) => (asksForIpv4 ? ["8.8.8.8"] : "failure")))
      assert.deepStrictEqual(yield* Effect.promise(() => lookup("receptor.ejemplo.es")), ["8.8.8.8"])
    }))

  it.scopedLive("do not wait for name servers that stay silent", () =>
    Effect.gen(function*() {
      const lookup = lookupAt(yield* nameServer((name) => (name.startsWith("mudo") ? "silence" : ["8.8.8.8"])))
      let ended = 0
      const silent = Array.from({ length: 50 }, (_, n) => lookup(`mudo${n}.ejemplo.es`).catch(() => ended++))
      assert.deepStrictEqual(yield* Effect.promise(() => lookup("receptor.ejemplo.es")), ["8.8.8.8"])
      assert.strictEqual(ended, 0)
      yield* Effect.promise(() => Promise.all(silent))
      assert.strictEqual(ended, 50)
    }))

  it.scopedLive("that do not exist are told apart from those that cannot be looked up", () =>
    Effect.gen(function*() {
      const server = yield* nameServer((name) =>
        name.startsWith("nadie") ? "no such name" : name.startsWith("roto") ? "failure" : [])
      const reasonFor = (host: string, lookup = lookupAt(server)) =>
        Effect.flatMap(sender({ allow: allowing(""), lookup }), ({ send }) => reasonOf(send(notice(`https://${host}/`))))
      assert.strictEqual(yield* reasonFor("nadie.ejemplo.es"), "el nombre del servidor no tiene direcciones")
      assert.strictEqual(yield* reasonFor("vacio.ejemplo.es"), "el nombre del servidor no tiene direcciones")
      assert.strictEqual(yield* reasonFor("roto.ejemplo.es"), "no se pudo resolver el nombre del servidor")
      const nobody = lookupAt("127.0.0.1:1")
      assert.strictEqual(yield* reasonFor("receptor.ejemplo.es", nobody), "no se pudo resolver el nombre del servidor")
    }))
})
