import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schedule, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { inject } from "vitest"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import { secretKey } from "../../core/signing/webhookSecret.ts"
import type { Answer, RequestOptions } from "../../runtimes/memory/exchange.ts"
import { openCompany } from "../../runtimes/memory/harness.ts"
import { serverFolder } from "../../runtimes/node/postgres/folder/serverFolder.ts"
import { fromYesterday, newAuthority } from "../aeat/secureServer.ts"
import { idOf } from "../http/scene.ts"
import { collector } from "../node/otlpCollector.ts"
import { talonario } from "../node/talonarioProcess.ts"
import { eventually } from "../support/eventually.ts"
import { httpRequest } from "../support/httpRequest.ts"
import { noticeReceiver, trusted } from "../support/noticeReceiver.ts"
import { portOf } from "../support/portOf.ts"
import { queried } from "../support/queried.ts"
import { dial } from "../support/rawConnection.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"
import { debugged } from "./debuggedProcess.ts"
import { type Secret, secretsIn } from "./secretForms.ts"
import { asSuperuser, servedDatabase, storageFor } from "./servingDatabase.ts"

/** A secret with characters that are escaped in many places, so that escaped forms are searched for too. */
const awkward = (name: string): string => `${name} /%&"é\\+= ${randomBytes(9).toString("base64url")}`

/** A mail server that refuses every login, and quotes in its refusal what it was sent. */
const talkativeMailServer = Effect.acquireRelease(
  Effect.async<{ readonly port: number; readonly close: () => void }>((resume) => {
    const server = createServer((socket) => {
      socket.on("error", () => {}).write("220 test\r\n")
      socket.on("data", (chunk) => {
        const line = chunk.toString("latin1").trim()
        socket.write(/^EHLO/i.test(line) ? "250-hello\r\n250 AUTH PLAIN\r\n" : `535 5.7.8 not understood: ${line}\r\n`)
      })
    })
    server.listen(0, "127.0.0.1", () =>
      resume(Effect.succeed({ port: portOf(server), close: () => void server.close() })))
  }),
  ({ close }) => Effect.sync(close),
)

const secretOf = Schema.decodeUnknownSync(Schema.Struct({ secreto: Schema.String }))

/** Texts in which no secret may be found, by names that a failing test may show. */
type Haystacks = Map<string, string>

/** Everything in the database, each row as a dump would write it. */
const dump = (superuser: Redacted.Redacted<string>) =>
  Effect.gen(function*() {
    const tables = yield* queried(superuser, "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'")
    const texts = yield* Effect.forEach(tables, ({ name }) =>
      Effect.map(
        queried(superuser, `SELECT t::text AS row, to_json(t)::text AS json FROM ${String(name)} AS t`),
        (rows) => [`database: ${String(name)}`, rows.map(({ json, row }) => `${String(row)}\n${String(json)}`).join("\n")] as const,
      ))
    return new Map(texts)
  })

/** Waits until the query returns a row. */
const rowFound = (url: Redacted.Redacted<string>, sql: string) =>
  queried(url, sql).pipe(
    Effect.repeat({ until: (rows) => rows.length > 0, schedule: Schedule.spaced("50 millis") }),
    Effect.timeoutFail({ duration: "20 seconds", onTimeout: () => new Error(`waited in vain: ${sql}`) }),
  )

describe("secrets", () => {
  it.scopedLive("are in no table, log, export, metric or refusal, in whatever form", () =>
    Effect.gen(function*() {
      const secrets: Array<Secret> = []
      const secret = (name: string, value: string | Uint8Array) => void secrets.push({ name, value })
      const haystacks: Haystacks = new Map()

      const own = {
        secret: awkward("installation"),
        database: awkward("database"),
        smtp: awkward("smtp"),
        passphrase: awkward("passphrase"),
        wrongPassphrase: awkward("wrong passphrase"),
        collector: randomBytes(18).toString("base64url"),
      }
      for (const [name, value] of Object.entries(own)) secret(name, value)

      const { owner, role, serving } = yield* servedDatabase(own.database)
      const superuser = yield* asSuperuser(owner)
      const { live: key, organizationId, test } = yield* openCompany({ nombre: "Talleres", nif: "B12345674" }).pipe(
        Effect.provide(Layer.provideMerge(GroupCommit.layer, storageFor(owner))),
      )
      secret("live key", key.replace(/^svc_live_/, ""))
      secret("test key", test.replace(/^svc_test_/, ""))
      const guess = `svc_live_${"Guess".repeat(8)}000`
      secret("guessed key", guess)

      const path = yield* temporaryFolder("talonario-secrets-")
      const [ca, p12, right, wrong] = [join(path, "ca.pem"), join(path, "own.p12"), join(path, "right"), join(path, "wrong")]
      const holder = { name: "ANA - 12345678Z", nif: "12345678Z" }
      const pkcs12 = newAuthority().client(holder, own.passphrase, fromYesterday)
      secret("certificate", pkcs12)
      yield* Effect.promise(() =>
        Promise.all([
          writeFile(ca, trusted),
          writeFile(p12, pkcs12),
          writeFile(right, `${own.passphrase}\n`),
          writeFile(wrong, own.wrongPassphrase),
        ]))
      const mail = yield* talkativeMailServer
      const { exports, url: collectorUrl } = yield* collector()
      const receiver = yield* noticeReceiver(({ path: asked }) => (asked === "/down" ? 500 : 200))
      const variables = {
        DATABASE_URL: Redacted.value(serving),
        TALONARIO_SECRET: own.secret,
        TALONARIO_DATA: path,
        TALONARIO_AEAT: "https://127.0.0.1:1/",
        TALONARIO_WEBHOOK_ALLOW: "127.0.0.1",
        TALONARIO_RATE_LIMIT: "1000/60",
        TALONARIO_METRICS_PORT: "0",
        SMTP_URL: `smtp://facturas%40example.org:${encodeURIComponent(own.smtp)}@127.0.0.1:${mail.port}`,
        OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
        OTEL_EXPORTER_OTLP_HEADERS: `x-key=${own.collector}`,
        NODE_EXTRA_CA_CERTS: ca,
      }

      const certificate = (passwordFile: string) =>
        talonario(["certificate", "set", "--org", organizationId, "--file", p12, "--password-file", passwordFile], variables)
      const [server, worker, certificateSet, certificateRefused] = yield* Effect.all([
        debugged(["serve", "--port", "0", "--no-workers"], variables, /listens on/),
        debugged(["work"], variables, /Talonario works/),
        certificate(right),
        certificate(wrong),
      ], { concurrency: "unbounded" })
      assert.deepStrictEqual([certificateSet.code, certificateRefused.code], [0, 1], certificateSet.stderr)
      haystacks.set("commands", JSON.stringify([certificateSet, certificateRefused]))
      const [, base = ""] = /listens on (http:\/\/\S+?)\/api/.exec(server.stdout()) ?? []
      const port = Number(new URL(base).port)
      const request = httpRequest(base)
      const ask = (expected: number, method: string, at: string, options: RequestOptions = {}): Effect.Effect<Answer> =>
        Effect.map(request(method, at, { key, ...options }), (answer) => {
          assert.strictEqual(answer.status, expected, `${method} ${at.slice(0, 12)}`)
          if (expected >= 400) haystacks.set(`refusal ${haystacks.size}`, JSON.stringify(answer.headers) + answer.text)
          return answer
        })
      const once = { headers: { "idempotency-key": "once" } }

      // An answer that shows a secret shows it again under its key, and nothing else does.
      const subscribe = (at: string, modo_aviso: string) =>
        Effect.gen(function*() {
          const options = { body: { url: receiver.url(at), modo_aviso }, headers: { "idempotency-key": at } }
          const made = yield* ask(201, "POST", "/webhooks", options)
          const { secreto } = secretOf(made.json)
          assert.strictEqual((yield* ask(201, "POST", "/webhooks", options)).text, made.text)
          secret(`webhook ${at}`, secreto.replace(/^whsec_/, ""))
          secret(`webhook ${at}, its bytes`, secretKey(secreto) ?? assert.fail("no secret"))
          assert.isNotEmpty(secretsIn(made.text, secrets), "what is looked for is found where it is")
          haystacks.set(`subscription ${at}`, (yield* ask(200, "GET", `/webhooks/${idOf(made)}`)).text)
          return idOf(made)
        })
      const up = yield* subscribe("/up", "token")
      yield* subscribe("/down", "firma")
      const rotate = ask(200, "POST", `/webhooks/${up}/rotar-secreto`, once)
      const { secreto: rotated } = secretOf((yield* rotate).json)
      assert.strictEqual(secretOf((yield* rotate).json).secreto, rotated)
      secret("rotated", rotated.replace(/^whsec_/, ""))

      const draft = { body: { lineas: [{ descripcion: "x", precio: 10 }] } }
      const invoice = idOf(yield* ask(201, "POST", "/facturas", draft))
      yield* ask(201, "POST", `/facturas/${invoice}/emitir`)
      yield* ask(202, "POST", `/facturas/${invoice}/enviar`, { body: { para: ["ana@example.org"] } })

      // Refusals of all kinds, of requests with secrets where they do not belong.
      const all = secrets.flatMap(({ value }) => (typeof value === "string" ? [value] : []))
      const fields = ["nombre", "nif", "email", "irpf", "descuento", "moneda", "tipo", "etiquetas", "iban", "dias_pago", "web"]
      const texts = (among: ReadonlyArray<string>) =>
        Object.fromEntries(fields.map((name, i) =>
          [name, i % 2 === 0 ? among[i % among.length] : [{ [name]: among[i % among.length] }]]))
      yield* ask(422, "POST", "/contactos", { body: texts([key, ...all]) })
      yield* ask(422, "POST", "/contactos", { body: texts(all.toReversed()) })
      yield* ask(422, "POST", "/contactos", { body: `{"nombre":"${key}"` })
      yield* ask(422, "POST", "/contactos", { body: { nombre: "Ana" }, headers: { "idempotency-key": key.repeat(5) } })
      const again = { headers: { "idempotency-key": "/up" } }
      yield* ask(409, "POST", "/webhooks", { ...again, body: { url: receiver.url(`/${key}`) } })
      yield* ask(422, "POST", "/webhooks", { body: { url: `http://${key}@127.0.0.2/${rotated}` } })
      yield* ask(422, "GET", `/contactos?limite=${key}&desde=${key}&orden=${rotated}&tipo=${rotated}`)
      yield* ask(404, "GET", `/contactos/${key}`)
      yield* ask(404, "GET", `/${key}`)
      yield* ask(401, "GET", "/contactos", { key: guess })
      yield* ask(401, "GET", "/contactos", { key: `${key}x` })
      yield* ask(401, "GET", "/contactos", { headers: { authorization: `Basic ${key}` } })
      for (const head of [`Authorization: Bearer ${key}`, `Host: a\r\nX: ${key.repeat(400)}`, `Host: a\r\nñ${key}\u0001: x`]) {
        const { end, send } = yield* dial(port)
        send(`GET /api/v1/ HTTP/1.1\r\n${head}\r\n\r\n`)
        haystacks.set(`refusal ${haystacks.size}`, yield* end)
      }

      // First failures that come by themselves: mail, tax authority, a receiver. Then a broken seal, a missing privilege, lost connections.
      yield* rowFound(owner, "SELECT FROM outgoing_mail WHERE intentos > 0")
      yield* rowFound(owner, "SELECT FROM submission_state WHERE failures > 0")
      yield* rowFound(owner, "SELECT FROM delivery WHERE estado = 'delivered'")
      yield* rowFound(owner, "SELECT FROM delivery WHERE ultimo_codigo = 500")
      yield* queried(superuser, `UPDATE webhook SET sealed_secret = 'v1.AAAA' WHERE id = '${up}'`)
      yield* ask(202, "POST", `/webhooks/${up}/probar`)
      // Waited for before the connections break: a worker that loses its connection just now would report it half a minute later.
      yield* eventually("a broken seal is told of", () => worker.stderr().includes("secret cannot be read"))
      yield* queried(superuser, `UPDATE idempotency_record SET reply = replace(reply::text, 'v1.', 'v1.A')::json`)
      yield* ask(500, "POST", "/webhooks", { ...again, body: { url: receiver.url("/up"), modo_aviso: "token" } })
      yield* queried(superuser, `REVOKE SELECT, INSERT ON contact FROM "${role}"`)
      yield* ask(500, "GET", "/contactos")
      yield* ask(500, "POST", "/contactos", { body: { nombre: key, notas: `${rotated}\nlevel=FATAL message=forged` } })
      yield* queried(superuser, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1", [role])
      yield* ask(200, "GET", "/").pipe(Effect.catchAllDefect(() => Effect.void))

      const [, metrics = ""] = /Metrics are at (\S+)/.exec(server.stdout()) ?? []
      haystacks.set("metrics", yield* Effect.promise(async () => (await fetch(metrics)).text()))
      yield* Effect.all([server.end, worker.end], { concurrency: "unbounded" })
      for (const [name, one] of Object.entries({ server, worker })) {
        haystacks.set(`${name}'s stdout`, one.stdout())
        haystacks.set(`${name}'s stderr`, one.stderr())
      }
      exports.forEach(({ body, path: to }, i) =>
        haystacks.set(`export ${i} ${to}`, Buffer.from(body).toString("latin1") + Buffer.from(body).toString()))
      for (const [name, rows] of yield* dump(superuser)) haystacks.set(name, rows)
      const { log } = serverFolder(inject("postgresFolder"))
      haystacks.set("PostgreSQL's log", yield* Effect.promise(() => readFile(log, "utf8")))
      receiver.notices.forEach(({ body }, i) => haystacks.set(`notice ${i}`, body))

      const found = [...haystacks].flatMap(([name, text]) => secretsIn(text, secrets).map((one) => `${one} in ${name}`))
      assert.deepStrictEqual(found, [])
      for (const { stderr } of [server, worker]) {
        assert.match(stderr(), /level=(WARN|ERROR)/)
        for (const line of stderr().trimEnd().split("\n")) assert.match(line, /^timestamp=\S+ level=\w+ fiber=#\d+ /, "one line an entry")
      }
      assert.isAbove(exports.length, 3)
      assert.include(JSON.stringify(receiver.notices.map(({ headers }) => headers)), rotated.slice(6), "tokens travel in their header")
    }), 120_000)
})
