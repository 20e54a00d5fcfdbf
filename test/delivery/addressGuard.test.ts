import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { isIP } from "node:net"
import type { Lookup } from "../../adapters/delivery/lookups.ts"
import { eventually } from "../support/eventually.ts"
import { ending, host, httpReceiver, httpsReceiver } from "./receiver.ts"
import { allowing, countingConnections, notice, reasonOf, sender } from "./sending.ts"

/** Addresses of every kind outside the public Internet. */
const notPublic = [
  "0.0.0.0", "10.0.0.1", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.8.9.10", "168.63.129.16",
  "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.192", "192.0.2.1", "192.168.1.1", "198.18.0.1",
  "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
  "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:8.8.8.8", "64:ff9b::7f00:1",
  "64:ff9b::127.0.0.1", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "fc00::1",
  "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "no address", "", "127.1",
]

/** Other ways to write loopback and private addresses, all of which URL parsing understands. */
const spellings = [
  "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "127.0.0.1.",
  "0x7F.0.0.0x1", "0", "0.0.0.0.", "169.254.43518", "0xa9fea9fe", "0251.0376.0251.0376", "2852039166", "10.1",
  "192.168.257", "%31%32%37.0.0.1", "[::1]", "[::]", "[0:0:0:0:0:ffff:127.0.0.1]", "[::ffff:7f00:1]",
  "[::127.0.0.1]", "[64:ff9b::127.0.0.1]", "[fd00::1]", "[fe80::1]", "localhost", "localhost.", "a.localhost",
  "metadata.google.internal", "receptor.ejemplo.es.",
]

describe("the address guard", () => {
  it.scopedLive("connects to no address that is not public, whatever a name resolves to", () =>
    countingConnections((begun) =>
      Effect.gen(function*() {
        const { connections, port } = yield* httpsReceiver(ending)
        const everybodys = ["8.8.8.8", "2606:4700::1111"]
        for (const address of notPublic) {
          for (const addresses of [[address], [...everybodys, address], [address, ...everybodys]]) {
            const { send } = yield* sender({ allow: allowing(""), lookup: async () => addresses })
            const reason = yield* reasonOf(send(notice(`https://${host}:${port}/`)))
            assert.strictEqual(reason, "la dirección no es pública", addresses.join(" "))
          }
        }
        assert.deepStrictEqual([begun(), connections()], [0, 0])
      })))

  it.scopedLive("nor to a literal address, however it is written", () =>
    countingConnections((begun) =>
      Effect.gen(function*() {
        const asked: Array<string> = []
        const lookup: Lookup = async (name) => {
          asked.push(name)
          return ["8.8.8.8"]
        }
        const { connections, port } = yield* httpsReceiver(ending)
        const { send } = yield* sender({ allow: allowing(""), lookup })
        const literals = notPublic.filter((address) => isIP(address) !== 0 && !address.includes("%"))
        const hosts = [...spellings, ...literals.map((address) => (isIP(address) === 6 ? `[${address}]` : address))]
        for (const one of hosts) {
          for (const url of [`https://${one}:${port}/`, `https://${one}/`]) {
            assert.match(yield* reasonOf(send(notice(url))), /públic|debe ser una dirección completa/, url)
          }
        }
        assert.deepStrictEqual(asked, [])
        assert.deepStrictEqual([begun(), connections()], [0, 0])
      })))

  it.scopedLive("checks the URL again by the present rules", () =>
    countingConnections((begun) =>
      Effect.gen(function*() {
        const { send } = yield* sender()
        const refused = {
          "http://receptor.ejemplo.es/": "URL no admitida: debe empezar por https://",
          "https://receptor.ejemplo.es:22/": "URL no admitida: el puerto debe ser 443, o 1024 o mayor",
          "https://u:p@receptor.ejemplo.es/": "URL no admitida: no puede llevar usuario ni contraseña",
          "https://receptor.ejemplo.es/#a": "URL no admitida: no puede llevar fragmento (#)",
        }
        for (const [url, reason] of Object.entries(refused)) {
          assert.strictEqual(yield* reasonOf(send(notice(url))), reason)
        }
        const others = ["", "file:///etc/passwd", `gopher://${host}/`, `https://${host}\\@127.0.0.1/`]
        for (const url of others) {
          assert.match(yield* reasonOf(send(notice(url))), /^URL no admitida: debe /, url)
        }
        assert.strictEqual(begun(), 0)
      })))

  it.scopedLive("looks up a name once for each connection, so that it cannot change between check and connection", () =>
    countingConnections((begun) =>
      Effect.gen(function*() {
        const answers = [["127.0.0.1"], ["127.0.0.2"], ["127.0.0.1"], ["10.0.0.1"]]
        let asked = 0
        const lookup: Lookup = async () => answers[asked++] ?? assert.fail("asked too often")
        const { connections, url } = yield* httpsReceiver((_request, response) =>
          response.writeHead(200, { connection: "close" }).end())
        const { send } = yield* sender({ lookup })
        assert.deepStrictEqual(yield* send(notice(url)), { codigo: 200 })
        assert.strictEqual(yield* reasonOf(send(notice(url))), "la dirección no es pública")
        assert.deepStrictEqual(yield* send(notice(url)), { codigo: 200 })
        assert.strictEqual(yield* reasonOf(send(notice(url))), "la dirección no es pública")
        assert.deepStrictEqual([asked, begun(), connections()], [4, 2, 2])
      })))

  it.scopedLive("lets through what is allowed by address, range or name, and nothing else", () =>
    Effect.gen(function*() {
      const { port, url } = yield* httpsReceiver(ending)
      for (const text of ["127.0.0.1", "10.0.0.0/8,127.0.0.0/8", host]) {
        const { send } = yield* sender({ allow: allowing(text) })
        assert.deepStrictEqual(yield* send(notice(url)), { codigo: 200 }, text)
      }
      for (const text of ["127.0.0.2", "::1", "otro.ejemplo.es", "::ffff:127.0.0.1"]) {
        const { send } = yield* sender({ allow: allowing(text) })
        assert.strictEqual(yield* reasonOf(send(notice(url))), "la dirección no es pública", text)
      }
      const { send } = yield* sender({ allow: allowing("127.0.0.1") })
      assert.match(yield* reasonOf(send(notice(`https://127.0.0.2:${port}/`))), /pública/)
    }))

  it.scopedLive("checks the connected address too, as an allowed address may lead to another one", () =>
    Effect.gen(function*() {
      const requests: Array<string | undefined> = []
      const { open, port } = yield* httpReceiver((request, response) => {
        requests.push(request.url)
        response.end()
      })
      // The system takes it to mean loopback.
      const everywhere = "0.0.0.0"
      const { send } = yield* sender({ allow: allowing(everywhere), lookup: async () => [everywhere] })
      assert.strictEqual(yield* reasonOf(send(notice(`http://${everywhere}:${port}/`))), "la dirección no es pública")
      yield* eventually("it is hung up on", () => open() === 0)
      assert.deepStrictEqual(requests, [])
    }))

  it.scopedLive("says when a name cannot be resolved", () =>
    Effect.gen(function*() {
      const failing = (code: string): Lookup => () =>
        Promise.reject(Object.assign(new Error(`secret ${host}`), { code }))
      const reasonWith = (lookup: Lookup) =>
        Effect.flatMap(sender({ lookup }), ({ send }) => reasonOf(send(notice(`https://${host}/`))))
      assert.strictEqual(yield* reasonWith(failing("ENOTFOUND")), "el nombre del servidor no existe")
      assert.strictEqual(yield* reasonWith(failing("EAI_AGAIN")), "no se pudo resolver el nombre del servidor")
      assert.strictEqual(yield* reasonWith(failing("EWHATEVER")), "no se pudo completar la petición (EWHATEVER)")
      assert.strictEqual(yield* reasonWith(async () => []), "el nombre del servidor no tiene direcciones")
    }))

  it.scopedLive("resolves an allowed name as the host does", () =>
    Effect.gen(function*() {
      const { port } = yield* httpsReceiver(ending)
      const url = `https://localhost:${port}/`
      const { send } = yield* sender({}, { allow: allowing("localhost") })
      // It got as far as TLS, at an address the host had given.
      assert.strictEqual(yield* reasonOf(send(notice(url))), "el certificado TLS no es de confianza")
    }))

  it.scopedLive("looks up a name once, however many wait for it", () =>
    Effect.gen(function*() {
      const { url } = yield* httpsReceiver(ending)
      let asked = 0
      const lookup: Lookup = async () => {
        asked++
        await new Promise((resolve) => setTimeout(resolve, 50))
        return ["127.0.0.1"]
      }
      const { send } = yield* sender({ lookup })
      yield* Effect.forEach(Array.from({ length: 20 }), () => send(notice(url)), { concurrency: "unbounded" })
      assert.strictEqual(asked, 1)
    }))
})
