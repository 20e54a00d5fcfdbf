import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Console, Context, Deferred, Effect, Fiber, Layer, Redacted, Schema } from "effect"
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { request } from "node:https"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readCertificate } from "../../adapters/aeat/certificates/readCertificate.ts"
import * as TaxAuthorityAeat from "../../adapters/aeat/TaxAuthorityAeat.ts"
import { instant } from "../../core/calendar/instant.ts"
import { type Certificate, TaxAuthority } from "../../core/ports/TaxAuthority.ts"
import { runStandIn } from "../../runtimes/node/cli/commands/aeatStandInCommand.ts"
import { readOptions } from "../../runtimes/node/cli/options.ts"
import { chainOfRecords, taxpayer } from "./chainOfRecords.ts"
import { certificateOf, newAuthority } from "./secureServer.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "talonario-aeat-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true })),
)

const Told = Schema.parseJson(Schema.Struct({
  url: Schema.String,
  control: Schema.String,
  ca: Schema.String,
  client: Schema.String,
  clientPassword: Schema.String,
}))

/** Starts `talonario aeat-stand-in` on free ports; returns what it prints. */
const printedBy = (kept: string, ...more: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const printed = yield* Deferred.make<string>()
    const console = yield* Console.consoleWith((one) => Effect.succeed({
      ...one,
      log: (text: string) => Effect.asVoid(Deferred.succeed(printed, text)),
    }))
    const options = yield* readOptions(["--port", "0", "--folder", join(kept, "deep"), ...more], { valued: ["port", "folder"], switches: [] })
    const running = Effect.withConsole(runStandIn(options), console)
    const fiber = yield* Effect.forkScoped(running)
    return yield* Effect.raceFirst(Deferred.await(printed), Effect.zipRight(Fiber.join(fiber), Effect.never))
  })

const started = (kept: string) => Effect.flatMap(printedBy(kept, "--json"), Schema.decode(Told))

type Told = typeof Told.Type

const certificateIn = ({ client, clientPassword }: Told): Certificate => ({
  tipo: "personal",
  pkcs12: Redacted.make(readFileSync(client)),
  password: Redacted.make(readFileSync(clientPassword, "utf8")),
})

const adapterFor = ({ ca, url }: Told) =>
  Effect.map(
    Layer.build(TaxAuthorityAeat.layer({ environment: { url: new URL("/", url).href, ca: readFileSync(ca, "utf8") } })),
    Context.get(TaxAuthority),
  )

const Report = Schema.Struct({
  error: Schema.optional(Schema.String),
  controls: Schema.optional(Schema.Unknown),
  invoices: Schema.optional(Schema.Number),
  received: Schema.optional(Schema.Array(Schema.Record({ key: Schema.String, value: Schema.Unknown }))),
})

const json = (url: string, options?: RequestInit) =>
  Effect.gen(function*() {
    const answer = yield* Effect.promise(() => fetch(url, options))
    const body = yield* Schema.decodeUnknown(Report)(yield* Effect.promise(() => answer.json()))
    return { status: answer.status, body }
  })

/** The status of the answer to a request without a certificate. */
const statusWithout = ({ ca, url }: Told, method: string) =>
  Effect.async<number | undefined>((resume) => {
    request(url, { method, ca: readFileSync(ca), agent: false }, (answer) => {
      answer.resume()
      resume(Effect.succeed(answer.statusCode))
    }).end()
  })

describe("talonario aeat-stand-in", () => {
  it.scopedLive("keeps its credentials from one run to the next", () =>
    Effect.gen(function*() {
      const kept = yield* folder
      const first = yield* Effect.scoped(Effect.map(started(kept), (told) => ({ told, ca: readFileSync(told.ca, "utf8") })))
      const certificate = certificateIn(first.told)
      const second = yield* started(kept)
      assert.strictEqual(readFileSync(second.ca, "utf8"), first.ca)
      assert.strictEqual(statSync(join(kept, "deep", "ca-key.pem")).mode & 0o777, 0o600)
      const { nif } = yield* readCertificate(certificate.pkcs12, certificate.password)
      assert.strictEqual(nif, "B12345674")
      const { submit } = yield* adapterFor(second)
      const records = [chainOfRecords().alta("F-1", instant(Date.now()))]
      const { records: [answer] } = yield* submit({ obligado: taxpayer, certificate, incidencia: false, records })
      assert.strictEqual(answer?.estado, "Correcto")
    }))

  it.scopedLive("says to people where it is, what to trust, and whether it looks at schemas", () =>
    Effect.gen(function*() {
      const kept = yield* folder
      const { ca, client, clientPassword } = yield* Effect.scoped(started(kept))
      const text = yield* Effect.withConfigProvider(printedBy(kept), ConfigProvider.fromMap(new Map([["AEAT_XSD_DIR", ""]])))
      assert.match(text, /^The stand-in for the AEAT listens on https:\/\/127\.0\.0\.1:\d+\/\S+\n {2}its controls: +http:\/\/127\.0\.0\.1:\d+/)
      assert.notInclude(text, ":8444", "any free port, as is asked of the other one")
      assert.include(text, `authority to trust:           ${ca}\n`)
      assert.include(text, `certificate for clients:    ${client}\n`)
      assert.include(text, `its password:             ${clientPassword}\n`)
      assert.include(text, "not held against AEAT's schemas (AEAT_XSD_DIR is not set).")
    }))

  it.scopedLive("is configured over HTTP, and lists what it received", () =>
    Effect.gen(function*() {
      const told = yield* started(yield* folder)
      const { submit } = yield* adapterFor(told)
      const post = (body: string) => json(told.control, { method: "POST", body })
      assert.strictEqual((yield* post(`{"wait":5,"reject":[{"number":"^F","code":1110}]}`)).status, 200)
      const wrongs = [["", ""], ["[]", ""], [`{"waits":5}`, "waits: "], [`{"wait":-1}`, "wait: "],
        [`{"reject":[{"number":"(","code":1110}]}`, "reject.0.number: not a regular expression"],
        [`{"trouble":[{"kind":"http","status":5}]}`, "trouble.0.status: "]] as const
      for (const [wrong, named] of wrongs) {
        const { body: { error = "" }, status } = yield* post(wrong)
        assert.strictEqual(status, 400)
        assert.isTrue(error.startsWith(named) && error.length > 0 && error.length < 120, `${wrong}: ${error}`)
      }
      const records = [chainOfRecords().alta("F-1", instant(Date.now()))]
      const shipment = { obligado: taxpayer, certificate: certificateIn(told), incidencia: true, records }
      const answer = yield* submit(shipment)
      assert.deepStrictEqual([answer.espera, answer.records[0]?.codigo], [5, 1110])
      const { body } = yield* json(told.control)
      assert.strictEqual(body.invoices, 0)
      assert.deepInclude(body.received?.[0], { nif: "B12345674", records: 1, incidencia: true, hasty: false, reaction: "Answers" })
      assert.deepStrictEqual({ ...(yield* json(told.control, { method: "DELETE" })).body }, { controls: {}, invoices: 0, received: [] })
      assert.strictEqual((yield* json(new URL("/other", told.control).href)).status, 404)
    }))

  it.scopedLive("serves nobody without a certificate of its own authority", () =>
    Effect.gen(function*() {
      const told = yield* started(yield* folder)
      assert.strictEqual(yield* statusWithout(told, "POST"), 403)
      assert.strictEqual(yield* statusWithout(told, "GET"), 403)
      const { submit } = yield* adapterFor(told)
      const records = [chainOfRecords().alta("F-1", instant(Date.now()))]
      const foreign = { obligado: taxpayer, certificate: certificateOf(newAuthority()), incidencia: false, records }
      const failure = yield* Effect.flip(submit(foreign))
      assert.strictEqual(failure._tag, "CertificateUnusable")
      assert.strictEqual((yield* json(told.control)).body.invoices, 0)
    }))
})
