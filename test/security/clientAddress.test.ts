import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import * as fc from "fast-check"
import { Socket } from "node:net"
import { PassThrough } from "node:stream"
import { clientAddressOf, countedAddress, parseTrustedProxies } from "../../adapters/http/clientAddress.ts"
import { serviceSettings } from "../../runtimes/environment/serviceSettings.ts"
import { peerAddress } from "../../runtimes/node/http/apiRequest.ts"
import { anyCharacter } from "../support/anyCharacter.ts"
import { dial } from "../support/rawConnection.ts"
import { servedHarness } from "../support/servedHarness.ts"

const proxies = (text: string) => parseTrustedProxies(text) ?? assert.fail(text)

const trusted = proxies("10.0.0.0/8, 192.168.1.7,fd00::/8")

describe("whom a request comes from", () => {
  const expected: ReadonlyArray<readonly [peer: string, forwarded: string | undefined, client: string]> = [
    ["203.0.113.9", undefined, "203.0.113.9"],
    ["203.0.113.9", "198.51.100.1", "203.0.113.9"],
    ["10.0.0.1", undefined, "10.0.0.1"],
    ["10.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["10.0.0.1", "127.0.0.1, 198.51.100.1", "198.51.100.1"],
    ["10.0.0.1", "1.1.1.1, 198.51.100.1, 10.9.9.9,192.168.1.7", "198.51.100.1"],
    ["10.0.0.1", "10.0.0.2, 10.0.0.3", "10.0.0.2"],
    ["10.0.0.1", "1.1.1.1, 192.168.1.8", "192.168.1.8"],
    ["fd00::1", "2001:db8::7", "2001:db8::7"],
    ["fd00::1%eth0", "[2001:db8::7]:443", "2001:db8::7"],
    ["10.0.0.1", "198.51.100.1:5123", "198.51.100.1"],
    ["10.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"],
    ["10.0.0.1", "1.1.1.1, unknown", "10.0.0.1"],
    ["10.0.0.1", "1.1.1.1, _hidden, 10.0.0.2", "10.0.0.2"],
    ["10.0.0.1", "", "10.0.0.1"],
    ["10.0.0.1", ",,,", "10.0.0.1"],
    ["10.0.0.1", "0x7f000001", "10.0.0.1"],
    ["10.0.0.1", "198.51.100.1\"><script>", "10.0.0.1"],
    ["", "198.51.100.1", ""],
  ]

  it("is the other end of the connection, or whom the last trusted proxy names", () => {
    for (const [peer, forwarded, client] of expected) {
      assert.strictEqual(clientAddressOf(peer, forwarded, trusted), client, `${peer} ${forwarded}`)
    }
    assert.strictEqual(clientAddressOf("10.0.0.1", "198.51.100.1", []), "10.0.0.1")
  })

  it("is the IPv4 address when a dual-stack socket reports it as mapped to IPv6", () => {
    const peer = (remoteAddress: string) => peerAddress(Object.defineProperty(new Socket(), "remoteAddress", { value: remoteAddress }))
    assert.deepStrictEqual([peer("::ffff:10.0.0.1"), peer("::1"), peerAddress(new PassThrough())], ["10.0.0.1", "::1", ""])
  })

  it("does not depend on anything that a client writes before that", () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (written) => {
      assert.strictEqual(clientAddressOf("10.0.0.1", `${written}, 198.51.100.1, 10.0.0.2`, trusted), "198.51.100.1")
    }))
  })

  it("accepts addresses and ranges as proxies, but never everybody", () => {
    for (const text of ["10.0.0.0/33", "10.0.0", "proxy.example", "0.0.0.0/0", "::/0", "10.0.0.1;10.0.0.2", "10.0.0.1:80"]) {
      assert.isUndefined(parseTrustedProxies(text), text)
    }
    assert.deepStrictEqual(proxies(" "), [])
    assert.lengthOf(proxies("10.0.0.1 , ::1/128,"), 2)
  })

  it("counts an IPv6 subscriber once, whichever of their addresses they use", () => {
    assert.strictEqual(countedAddress("2001:db8:1:2::1"), countedAddress("2001:db8:1:2:ffff:ffff:ffff:ffff"))
    assert.notStrictEqual(countedAddress("2001:db8:1:2::1"), countedAddress("2001:db8:1:3::1"))
    assert.notStrictEqual(countedAddress("192.0.2.1"), countedAddress("192.0.2.2"))
    assert.strictEqual(countedAddress(""), "")
  })
})

const limit = { rateLimit: { limit: 3, windowSeconds: 60 } }

describe("the setting TALONARIO_TRUSTED_PROXIES", () => {
  const read = (value: Readonly<Record<string, string>>) =>
    Effect.withConfigProvider(serviceSettings, ConfigProvider.fromMap(new Map(Object.entries(value))))

  it.effect("trusts nobody by default, and refuses to trust everybody", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual((yield* read({})).trustedProxies, [])
      const { trustedProxies } = yield* read({ TALONARIO_TRUSTED_PROXIES: "10.0.0.0/8, ::1" })
      assert.deepStrictEqual(trustedProxies, proxies("10.0.0.0/8,::1"))
      const refused = yield* Effect.flip(read({ TALONARIO_TRUSTED_PROXIES: "0.0.0.0/0" }))
      assert.match(String(refused), /TALONARIO_TRUSTED_PROXIES.*none of everybody/s)
    }))
})

describe("guessing keys", () => {
  it.scopedLive("is counted by address, and costs valid keys from the same address nothing", () =>
    Effect.gen(function*() {
      const { live, request, test } = yield* servedHarness(limit)
      const guess = (i: number) => request("GET", "/organizacion", { key: `svc_live_${String(i).padStart(43, "0")}` })
      const statuses = (yield* Effect.forEach([1, 2, 3, 4, 5, 6], guess)).map(({ status }) => status)
      assert.deepStrictEqual(statuses, [401, 401, 401, 429, 429, 429])
      for (const key of [live, test]) {
        const { headers, status } = yield* request("GET", "/organizacion", { key })
        assert.deepStrictEqual([status, headers["ratelimit-remaining"]], [200, "2"])
      }
      assert.strictEqual((yield* guess(7)).status, 429)
    }))

  it.scopedLive("cannot be hidden by headers, but behind a trusted proxy each client has its own window", () =>
    Effect.gen(function*() {
      const ask = (request: (yielded: string) => Effect.Effect<{ readonly status: number }>, hops: ReadonlyArray<string>) =>
        Effect.map(Effect.forEach(hops, request), (answers) => answers.map(({ status }) => status))
      const direct = yield* servedHarness(limit)
      const spoofed = ["x-forwarded-for", "forwarded", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip"]
      const statuses = yield* ask((name) =>
        direct.request("GET", "/", { headers: { [name]: name === "forwarded" ? "for=192.0.2.9" : "192.0.2.9" } }), spoofed)
      assert.deepStrictEqual(statuses, [401, 401, 401, 429, 429, 429])

      const { request } = yield* servedHarness(limit, { trustedProxies: proxies("127.0.0.0/8") })
      const from = (hops: string) => request("GET", "/", { headers: { "x-forwarded-for": hops } })
      const invented = ["1.1.1.1, 192.0.2.1", "2.2.2.2, 192.0.2.1", "192.0.2.1, 127.0.0.3", "3.3.3.3, 192.0.2.1", "192.0.2.2"]
      assert.deepStrictEqual(yield* ask(from, invented), [401, 401, 401, 429, 401])
      const subscriber = ["2001:db8::1", "2001:db8::2", "2001:db8::3:3", "2001:db8::4", "2001:db8:0:1::4"]
      assert.deepStrictEqual(yield* ask(from, subscriber), [401, 401, 401, 429, 401])
    }))

  it.scopedLive("is counted as one client's where a proxy adds a header of its own", () =>
    Effect.gen(function*() {
      const { port } = yield* servedHarness(limit, { trustedProxies: proxies("127.0.0.1") })
      const { send, until } = yield* dial(port)
      const one = (spoofed: string) =>
        `GET /api/v1/ HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${spoofed}\r\nx-forwarded-for: 192.0.2.1\r\n\r\n`
      send([1, 2, 3, 4].map((i) => one(`${i}.${i}.${i}.${i}`)).join(""))
      const statuses = (yield* until("demasiadas_peticiones")).match(/(?<=HTTP\/1\.1 )\d+/g)
      assert.deepStrictEqual(statuses, ["401", "401", "401", "429"])
    }))
})
