import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Duration, Effect, Fiber, Layer, Redacted, type Scope, TestClock } from "effect"
import type { IncomingMessage, RequestListener } from "node:http"
import { createServer, type Server, type Socket } from "node:net"
import { brokenReason, isOfCertificate } from "../../adapters/aeat/http/brokenReason.ts"
import type { Authority } from "../../adapters/aeat/standIn/certificates/makeAuthority.ts"
import * as TaxAuthorityAeat from "../../adapters/aeat/TaxAuthorityAeat.ts"
import { namespaces } from "../../adapters/aeat/xml/namespaces.ts"
import { instant } from "../../core/calendar/instant.ts"
import { type Certificate, TaxAuthority, type TaxAuthorityFailure } from "../../core/ports/TaxAuthority.ts"
import { chainOfRecords, taxpayer } from "./chainOfRecords.ts"
import { unsatisfiedServer } from "./otherSignatures.ts"
import { certificateOf, fromYesterday, newAuthority, secureServer } from "./secureServer.ts"

const authority = newAuthority()
const certificate = certificateOf(authority)
const records = [chainOfRecords().alta("F-1", instant(Date.now()))]

interface Way {
  readonly url: string
  readonly millisMax?: number
  readonly trusted?: Authority
}

const adapter = ({ millisMax = 10_000, trusted = authority, url }: Way): Effect.Effect<TaxAuthority["Type"], never, Scope.Scope> =>
  Effect.map(
    Layer.build(TaxAuthorityAeat.layer({ environment: { url, ca: trusted.own.cert }, millisMax })),
    Context.get(TaxAuthority),
  )

/** Submits a record the given way, and returns the failure. */
const failureAt = (
  way: Way,
  shown: Certificate = certificate,
): Effect.Effect<TaxAuthorityFailure, unknown, Scope.Scope> =>
  Effect.flatMap(adapter(way), ({ submit }) =>
    Effect.flip(submit({ obligado: taxpayer, certificate: shown, incidencia: false, records })))

const failureOf = (listener: RequestListener, way: Partial<Way> = {}) =>
  Effect.flatMap(secureServer(authority, listener), (url) => failureAt({ url, ...way }))

const described = (failure: TaxAuthorityFailure): string =>
  `${failure._tag}: ${failure._tag === "ShipmentRefused" ? failure.mensaje : failure.reason}`

const answering = (status: number, body: string | Uint8Array, headers = {}): RequestListener => (_request, response) => {
  response.writeHead(status, headers).end(body)
}

/** Listens without TLS while the scope is open; the port. */
const listening = (answer: (socket: Socket) => void): Effect.Effect<number, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.async<Server>((resume) => {
        const server = createServer(answer).listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.async<void>((resume) => void server.close(() => resume(Effect.void))),
    ),
    (server) => {
      const address = server.address()
      return address === null || typeof address === "string" ? 0 : address.port
    },
  )

describe("the way to the tax authority", () => {
  it.scopedLive("carries a SOAP 1.1 message", () =>
    Effect.gen(function*() {
      const seen: Array<string> = []
      yield* failureOf((request, response) => {
        const { headers, method, url } = request
        seen.push(`${method} ${url}`, String(headers["content-type"]), String(headers["soapaction"]), String(headers["accept-encoding"]))
        response.end()
      })
      assert.deepStrictEqual(seen, ["POST /ws", "text/xml; charset=UTF-8", "\"\"", "identity"])
    }))

  it.scopedLive("is plain HTTP to a stand-in on this machine, if its address says so", () =>
    Effect.gen(function*() {
      const fault = `<e:Envelope xmlns:e="${namespaces.soapenv}"><e:Body><e:Fault><faultcode>e:Client</faultcode>`
        + "<faultstring>Codigo[4104].Cabecera</faultstring></e:Fault></e:Body></e:Envelope>"
      const port = yield* listening((socket) => {
        socket.once("data", () => socket.end(`HTTP/1.1 500 Error\r\ncontent-length: ${fault.length}\r\n\r\n${fault}`))
      })
      assert.deepInclude(yield* failureAt({ url: `http://127.0.0.1:${port}/` }), { side: "client", codigo: 4104 })
    }))

  it.scopedLive("does not know what became of records when what comes back is no answer", () =>
    Effect.gen(function*() {
      const page = "<!DOCTYPE html><html><body>Error</body></html>"
      const cases: ReadonlyArray<readonly [RequestListener, string]> = [
        [answering(503, page), "responde HTTP 503"],
        [answering(503, Buffer.from("<html>Petición no válida</html>", "latin1")), "responde HTTP 503"],
        [answering(503, "x", { "content-encoding": "gzip" }), "responde HTTP 503"],
        [answering(502, Buffer.alloc(64 * 1024 * 1024, " ")), "responde HTTP 502"],
        [answering(302, "", { location: "https://example.org/" }), "responde HTTP 302"],
        [answering(200, page), "respuesta ilegible: no es un mensaje SOAP completo"],
        [answering(200, ""), "respuesta ilegible: no es un mensaje SOAP completo"],
        [answering(200, "<a/>"), "respuesta ilegible: no es un mensaje SOAP completo"],
        [answering(200, Buffer.of(0x3c, 0xff)), "respuesta ilegible: no está en UTF-8"],
        [answering(200, "x", { "content-encoding": "gzip" }), "respuesta comprimida, que no se había pedido"],
        [(request) => request.socket.destroy(), "su servidor cortó la conexión"],
        [(_request, response) => {
          response.writeHead(200, { "content-length": 100 }).write("<a>", () => response.destroy())
        }, "su servidor cortó la conexión"],
      ]
      for (const [listener, reason] of cases) {
        assert.strictEqual(described(yield* failureOf(listener)), `TaxAuthorityUnreachable: ${reason}`)
      }
    }))

  it.scopedLive("says that what comes back is no HTTP", () =>
    Effect.gen(function*() {
      const failure = yield* failureOf((_request, { socket }) => void socket?.end("220 mail.example ESMTP\r\n"))
      assert.strictEqual(described(failure), "TaxAuthorityUnreachable: la respuesta no es HTTP/1.1 válido")
    }))

  it.scopedLive("reads a fault also where its words are in another encoding than they should", () =>
    Effect.gen(function*() {
      const words = "<faultcode>e:Client</faultcode><faultstring>Codigo[4104].Cabecera errónea</faultstring>"
      const fault = `<e:Envelope xmlns:e="${namespaces.soapenv}"><e:Body><e:Fault>${words}</e:Fault></e:Body></e:Envelope>`
      const refused = yield* failureOf(answering(500, Buffer.from(fault, "latin1")))
      assert.deepInclude(refused, { side: "client", codigo: 4104, mensaje: "Cabecera err\uFFFDnea" })
    }))

  it.scopedLive("reads no more than an answer can hold", () =>
    Effect.gen(function*() {
      let sent = 0
      const failure = yield* failureOf((_request, response) => {
        const chunk = Buffer.alloc(1024 * 1024, " ")
        const more = (): void => {
          sent += 1
          if (sent < 200 && !response.destroyed) response.write(chunk, more)
        }
        more()
      })
      assert.strictEqual(described(failure), "TaxAuthorityUnreachable: respuesta demasiado grande")
      assert.isBelow(sent, 60)
    }))

  it.scopedLive("reads as much of the answer to a query as ten thousand records take", () =>
    Effect.gen(function*() {
      const page = `<e:Envelope xmlns:e="${namespaces.soapenv}">${" ".repeat(17 * 1024 * 1024)}<e:Body>`
        + `<RespuestaConsultaFactuSistemaFacturacion xmlns="${namespaces.sfLRRC}"/></e:Body></e:Envelope>`
      const { query } = yield* adapter({ url: yield* secureServer(authority, answering(200, page)) })
      const found = yield* query({ obligado: taxpayer, certificate, ejercicio: 2026, periodo: 11, numserie: null, after: null })
      assert.deepStrictEqual(found, { records: [], next: null })
    }))

  it.scopedLive("stops waiting after its limit, for the first byte and for the last", () =>
    Effect.gen(function*() {
      let open = 0
      const counted = (request: IncomingMessage): void => {
        open += 1
        request.socket.once("close", () => open -= 1)
      }
      const silent: RequestListener = counted
      const slow: RequestListener = (request, response) => {
        counted(request)
        response.writeHead(200)
        const timer = setInterval(() => response.write(" "), 20)
        response.on("close", () => clearInterval(timer))
      }
      for (const listener of [silent, slow]) {
        const [took, failure] = yield* Effect.timed(failureOf(listener, { millisMax: 300 }))
        assert.strictEqual(described(failure), "TaxAuthorityUnreachable: no respondió a tiempo")
        assert.isBelow(Duration.toMillis(took), 5_000)
      }
      // Nobody waits any more for what may still come.
      yield* Effect.repeat(Effect.sleep(10), { until: () => open === 0 })
    }))

  it.scoped("waits a minute unless told otherwise", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.now())
      const came = yield* Deferred.make<void>()
      const url = yield* secureServer(authority, () => Deferred.unsafeDone(came, Effect.void))
      const layer = TaxAuthorityAeat.layer({ environment: { url, ca: authority.own.cert } })
      const { submit } = Context.get(yield* Layer.build(layer), TaxAuthority)
      const running = yield* Effect.fork(Effect.flip(submit({ obligado: taxpayer, certificate, incidencia: false, records })))
      yield* Deferred.await(came)
      yield* TestClock.adjust("59 seconds")
      assert.isNull(running.unsafePoll())
      yield* TestClock.adjust("1 second")
      assert.strictEqual(described(yield* Fiber.join(running)), "TaxAuthorityUnreachable: no respondió a tiempo")
    }))

  it.scopedLive("ends at once when it is interrupted", () =>
    Effect.gen(function*() {
      const came = yield* Deferred.make<void>()
      const ended = yield* Deferred.make<void>()
      const url = yield* secureServer(authority, (request) => {
        Deferred.unsafeDone(came, Effect.void)
        request.socket.on("close", () => Deferred.unsafeDone(ended, Effect.void))
      })
      const running = yield* Effect.fork(Effect.scoped(failureAt({ url, millisMax: 60_000 })))
      yield* Deferred.await(came)
      yield* Fiber.interrupt(running)
      yield* Deferred.await(ended)
    }))

  it.scopedLive("tells a refused certificate from other trouble", () =>
    Effect.gen(function*() {
      for (const status of [401, 403]) {
        const refused = yield* failureOf(answering(status, Buffer.from("<html>Sin autorización</html>", "latin1")))
        assert.strictEqual(described(refused), `CertificateUnusable: el servidor no admite el certificado (HTTP ${status})`)
      }
      // A fatal alert in place of a handshake: bad_certificate (RFC 8446, section 6).
      const port = yield* listening((socket) => socket.once("data", () => socket.end(Buffer.of(0x15, 3, 3, 0, 2, 2, 42))))
      assert.strictEqual(described(yield* failureAt({ url: `https://127.0.0.1:${port}/` })),
        "CertificateUnusable: el servidor no admite el certificado")
    }))

  it.scopedLive("tells that a certificate is refused also where TLS 1.3 says so after the request", () =>
    Effect.gen(function*() {
      const { ca, url } = yield* unsatisfiedServer
      const { submit } = Context.get(yield* Layer.build(TaxAuthorityAeat.layer({ environment: { url, ca } })), TaxAuthority)
      const long = Array.from({ length: 300 }, () => records).flat()
      for (const sent of [records, long]) {
        const failure = yield* Effect.flip(submit({ obligado: taxpayer, certificate, incidencia: false, records: sent }))
        assert.strictEqual(described(failure), "CertificateUnusable: el servidor no ha recibido ningún certificado")
      }
    }))

  it("reads from the TLS alert why a certificate is refused", () => {
    const alert = (code: string) => Object.assign(new Error("x"), { code: `ERR_SSL_${code}` })
    const reasons = [
      ["TLSV13_ALERT_CERTIFICATE_REQUIRED", "el servidor no ha recibido ningún certificado"],
      ["SSLV3_ALERT_CERTIFICATE_REVOKED", "el servidor dice que el certificado está revocado"],
      ["SSLV3_ALERT_CERTIFICATE_EXPIRED", "el servidor dice que el certificado ha caducado"],
      ["TLSV1_ALERT_UNKNOWN_CA", "el servidor no admite el certificado"],
    ] as const
    for (const [code, reason] of reasons) {
      // Undici wraps the error of its socket.
      const error = new TypeError("fetch failed", { cause: alert(code) })
      assert.deepStrictEqual([brokenReason(error), isOfCertificate(error)], [reason, true])
    }
    assert.isFalse(isOfCertificate(alert("TLSV1_ALERT_PROTOCOL_VERSION")))
    assert.strictEqual(brokenReason(alert("TLSV1_ALERT_PROTOCOL_VERSION")), "no se pudo establecer la conexión TLS")
    assert.strictEqual(brokenReason("?"), "no se pudo completar la petición")
    const exhausted = new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code: "EMFILE" }) })
    assert.strictEqual(brokenReason(exhausted), "no se pudo completar la petición (EMFILE)")
  })

  it("tells by the code of an error why there is no answer, whichever of several it is", () => {
    const reasons = [
      ["ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE", "el servidor no admite el certificado"],
      ["ERR_SSL_TLSV1_ALERT_ACCESS_DENIED", "el servidor no admite el certificado"],
      ["ENOTFOUND", "el nombre de su servidor no existe"],
      ["EAI_AGAIN", "no se pudo resolver el nombre de su servidor"],
      ["ETIMEDOUT", "no respondió a tiempo"],
      ["UND_ERR_CONNECT_TIMEOUT", "no respondió a tiempo"],
      ["ENETUNREACH", "no se pudo llegar a su servidor"],
      ["CERT_HAS_EXPIRED", "el certificado de su servidor ha caducado"],
      ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "el certificado de su servidor no es de confianza"],
      ["INVALID_PURPOSE", "el certificado de su servidor no es de confianza"],
      ["HPE_INVALID_CONSTANT", "la respuesta no es HTTP/1.1 válido"],
    ] as const
    for (const [code, reason] of reasons) {
      const error = Object.assign(new Error("x"), { code })
      assert.strictEqual(brokenReason(error), reason)
      // As where a name has several addresses.
      assert.strictEqual(brokenReason(new AggregateError([error, error])), reason)
    }
  })

  it.scopedLive("sends nothing with a certificate that has expired or cannot be opened", () =>
    Effect.gen(function*() {
      let asked = 0
      const url = yield* secureServer(authority, (_request, response) => {
        asked += 1
        response.end()
      })
      const day = 86_400_000
      const expired = certificateOf(authority, { from: Date.now() - 9 * day, to: Date.now() - 2 * day })
      assert.match(described(yield* failureAt({ url }, expired)), /^CertificateUnusable: el certificado caducó el \d\d\/\d\d\/\d{4}$/)
      const other = { ...certificate, password: certificateOf(authority).password, pkcs12: expired.pkcs12 }
      assert.strictEqual((yield* failureAt({ url }, other))._tag, "CertificateUnusable")
      assert.strictEqual(asked, 0)
    }))

  it.scoped("looks at a certificate's dates for each message, however lately it was used", () =>
    Effect.gen(function*() {
      let asked = 0
      const url = yield* secureServer(authority, (request, response) => {
        asked += 1
        request.resume().on("end", () => response.writeHead(503).end("no"))
      })
      const { submit } = yield* adapter({ url })
      const at = (millis: number) =>
        Effect.zipRight(
          TestClock.setTime(millis),
          Effect.map(Effect.flip(submit({ obligado: taxpayer, certificate, incidencia: false, records })), described),
        )
      const minute = 60_000
      assert.match(yield* at(fromYesterday.from - minute), /^CertificateUnusable: el certificado no vale hasta el /)
      assert.strictEqual(yield* at(fromYesterday.from + minute), "TaxAuthorityUnreachable: responde HTTP 503")
      assert.strictEqual(yield* at(fromYesterday.to - minute), "TaxAuthorityUnreachable: responde HTTP 503")
      assert.match(yield* at(fromYesterday.to + minute), /^CertificateUnusable: el certificado caducó el /)
      assert.strictEqual(asked, 2)
    }))

  it.scopedLive("shows nothing to a server that it does not trust or that has another name", () =>
    Effect.gen(function*() {
      let asked = 0
      const listener: RequestListener = (_request, response) => {
        asked += 1
        response.end()
      }
      const url = yield* secureServer(authority, listener)
      const untrusted = yield* failureAt({ url, trusted: newAuthority() })
      assert.strictEqual(described(untrusted), "TaxAuthorityUnreachable: el certificado de su servidor no es de confianza")
      const elsewhere = yield* secureServer(authority, listener, ["otro.example"])
      assert.strictEqual(described(yield* failureAt({ url: elsewhere })),
        "TaxAuthorityUnreachable: el certificado de su servidor es de otro nombre")
      // Whatever the environment says of other servers.
      yield* Effect.acquireRelease(
        Effect.sync(() => void (process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0")),
        () => Effect.sync(() => delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"]),
      )
      assert.strictEqual(described(yield* failureAt({ url, trusted: newAuthority() })),
        "TaxAuthorityUnreachable: el certificado de su servidor no es de confianza")
      assert.strictEqual(asked, 0)
    }))

  it.scopedLive("says when nobody is listening", () =>
    Effect.gen(function*() {
      const port = yield* Effect.scoped(listening(() => {}))
      assert.strictEqual(described(yield* failureAt({ url: `https://127.0.0.1:${port}/` })),
        "TaxAuthorityUnreachable: su servidor rechazó la conexión")
    }))

  it.scopedLive("keeps connections open between messages, separately for each certificate, and closes them with its scope", () =>
    Effect.gen(function*() {
      const sockets = new Set<Socket>()
      const url = yield* secureServer(authority, (request, response) => {
        sockets.add(request.socket)
        request.resume().on("end", () => response.writeHead(503).end("no"))
      })
      yield* Effect.scoped(Effect.gen(function*() {
        const { submit } = yield* adapter({ url })
        const shipment = { obligado: taxpayer, incidencia: false, records }
        yield* Effect.flip(submit({ ...shipment, certificate })).pipe(Effect.repeatN(4))
        const own = sockets.size
        assert.isBelow(own, 5)
        yield* Effect.flip(submit({ ...shipment, certificate: certificateOf(authority, fromYesterday) }))
        assert.strictEqual(sockets.size, own + 1)
        const unopened = yield* Effect.flip(submit({ ...shipment, certificate: { ...certificate, password: Redacted.make("otra") } }))
        assert.strictEqual(described(unopened), "CertificateUnusable: la contraseña del certificado no es correcta")
        assert.isTrue([...sockets].some(({ closed }) => !closed))
      }))
      yield* Effect.repeat(Effect.sleep(10), { until: () => [...sockets].every(({ closed }) => closed) })
    }))

  it.scoped("keeps a certificate's connection open until the next message, which AEAT makes it wait a minute for", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.now())
      const sockets = new Set<Socket>()
      const url = yield* secureServer(authority, (request, response) => {
        sockets.add(request.socket)
        request.resume().on("end", () => response.writeHead(503).end("no"))
      })
      const { submit } = yield* adapter({ url })
      const one = Effect.flip(submit({ obligado: taxpayer, certificate, incidencia: false, records }))
      yield* one
      yield* TestClock.adjust("90 seconds")
      yield* one
      assert.strictEqual(sockets.size, 1)
      yield* TestClock.adjust("10 minutes")
      const turn = Effect.promise(() => new Promise(setImmediate))
      yield* Effect.repeat(turn, { until: () => [...sockets].every(({ closed }) => closed) })
    }))

  it.scopedLive("drops a connection after some seconds of silence, whatever the server offers", () =>
    Effect.gen(function*() {
      const sockets = new Set<Socket>()
      const url = yield* secureServer(authority, (request, response) => {
        sockets.add(request.socket)
        // Otherwise the server itself would close it after five seconds.
        response.on("close", () => request.socket.setTimeout(0))
        request.resume().on("end", () => response.writeHead(503, { "keep-alive": "timeout=600" }).end("no"))
      })
      const { submit } = yield* adapter({ url })
      yield* Effect.flip(submit({ obligado: taxpayer, certificate, incidencia: false, records }))
      assert.isTrue([...sockets].every(({ closed }) => !closed))
      yield* Effect.repeat(Effect.sleep(20), { until: () => [...sockets].every(({ closed }) => closed) })
    }))

  it.scopedLive("sends the messages of many companies that share a certificate at the same time", () =>
    Effect.gen(function*() {
      const workersAtOnce = 20
      const waiting: Array<() => void> = []
      const url = yield* secureServer(authority, (request, response) => {
        request.resume()
        waiting.push(() => response.writeHead(503).end())
        if (waiting.length === workersAtOnce) for (const answer of waiting) answer()
      })
      const { submit } = yield* adapter({ url })
      const one = Effect.flip(submit({ obligado: taxpayer, certificate, incidencia: false, records }))
      const failures = yield* Effect.all(Array.from({ length: workersAtOnce }, () => one), { concurrency: "unbounded" })
      assert.deepStrictEqual([...new Set(failures.map(described))], ["TaxAuthorityUnreachable: responde HTTP 503"])
    }))
})
