import { assert, describe, it } from "@effect/vitest"
import { Effect, HashMap, Redacted, Schema } from "effect"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { schemaCheck } from "../../adapters/aeat/standIn/server/schemaCheck.ts"
import { serveStandIn } from "../../adapters/aeat/standIn/server/serveStandIn.ts"
import { makeStandIn } from "../../adapters/aeat/standIn/StandIn.ts"
import { instant } from "../../core/calendar/instant.ts"
import { RecordResource } from "../../core/registry/recordResource.ts"
import { SubmissionResource } from "../../core/submission/readSubmission.ts"
import { chainOfRecords } from "../aeat/chainOfRecords.ts"
import { fromYesterday, newAuthority } from "../aeat/secureServer.ts"
import { schemaFolder } from "../registry/aeatSchemas.ts"
import { eventually } from "../support/eventually.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"
import { migratedDatabase } from "../support/testStorage.ts"
import { startWorker } from "../support/workerProcess.ts"
import { commandLineWith } from "./commandLine.ts"
import { serve, type Ran } from "./talonarioProcess.ts"

const nif = "B12345674"

const idOf = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String }))
const keyOf = Schema.decodeUnknownSync(Schema.Struct({ clave: Schema.String }))
const invoiceOf = Schema.decodeUnknownSync(Schema.Struct({
  referencia: Schema.NullOr(Schema.String),
  verifactu: Schema.Struct({ aeat: Schema.NullOr(Schema.String) }),
}))
const recordsOf = Schema.decodeUnknownSync(Schema.Struct({ datos: Schema.Array(RecordResource) }))
const entriesOf = Schema.decodeUnknownSync(Schema.Struct({
  datos: Schema.Array(Schema.Struct({ tipo: Schema.String, mensaje: Schema.String })),
}))
const submissionOf = Schema.decodeUnknownSync(SubmissionResource)

/** The stand-in over HTTPS, a database, and the variables with which `talonario` uses both. */
const surroundings = Effect.gen(function*() {
  const authority = newAuthority()
  const standIn = makeStandIn()
  const { url } = yield* serveStandIn(standIn, {
    host: "127.0.0.1",
    port: 0,
    controlPort: 0,
    credentials: authority.server(["127.0.0.1"], fromYesterday),
    clientAuthority: authority.own.cert,
    ...(schemaFolder === undefined ? {} : { check: yield* schemaCheck(schemaFolder) }),
  })
  const database = yield* migratedDatabase
  const path = yield* temporaryFolder("talonario-aeat-")
  const files = { ca: join(path, "ca.pem"), certificate: join(path, "own.p12"), password: join(path, "password") }
  const certificate = authority.client({ name: "ANA - 12345678Z", nif: "12345678Z" }, "secreto", fromYesterday)
  yield* Effect.promise(() =>
    Promise.all([
      writeFile(files.ca, authority.own.cert),
      writeFile(files.certificate, certificate),
      writeFile(files.password, "secreto\n"),
    ]))
  const variables = {
    DATABASE_URL: Redacted.value(database.url),
    TALONARIO_SECRET: "the test keeps no secrets: 32 bytes",
    TALONARIO_DATA: path,
    TALONARIO_AEAT: new URL("/", url).href,
    NODE_EXTRA_CA_CERTS: files.ca,
    TALONARIO_RATE_LIMIT: "100000/60",
  }
  return { files, standIn, variables }
}).pipe(Effect.orDie)

/** The JSON that a command printed; it must have ended with this code. */
const printed = ({ code, stderr, stdout }: Ran, expected = 0): unknown => {
  assert.strictEqual(code, expected, stderr)
  return JSON.parse(stdout)
}

describe("records on their way to the tax authority, over HTTPS with certificates", () => {
  it.scopedLive("are accepted, refused and amended, annulled, taken over from a killed worker, and compared", () =>
    Effect.gen(function*() {
      const { files, standIn, variables } = yield* surroundings
      const run = yield* commandLineWith({ NODE_EXTRA_CA_CERTS: files.ca })
      const told = (args: ReadonlyArray<string>, expected = 0) =>
        Effect.map(run([...args, "--json"], variables), (ran) => printed(ran, expected))
      standIn.control({ wait: 1, reject: [{ number: "^S-2$", code: 1244, times: 1 }] })
      const { id: org } = idOf(yield* told(["org", "create", "--nombre", "Talleres & Cía", "--nif", nif]))
      const { clave: key } = keyOf(yield* told(["key", "create", "--org", org, "--mode", "live", "--scopes", "invoices:read,invoices:write,activity:read,registry:read"]))
      yield* told(["certificate", "set", "--org", org, "--file", files.certificate, "--password-file", files.password])
      const { address } = yield* serve(variables, ["--no-workers"])
      const first = yield* startWorker(variables)

      const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
        const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
        const answer = await fetch(`${address}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
        const text = await answer.text()
        assert.include([200, 201], answer.status, `${method} ${path}: ${text}`)
        return JSON.parse(text)
      }
      const issue = async (): Promise<string> => {
        const { id } = idOf(await call("POST", "/facturas", { lineas: [{ descripcion: "Aceite <5W30> & filtro", precio: 10 }] }))
        await call("POST", `/facturas/${id}/emitir`, {})
        return id
      }
      const saidOf = async (id: string) => invoiceOf(await call("GET", `/facturas/${id}`)).verifactu.aeat ?? ""
      const says = (id: string, pattern: RegExp, millis = 10_000) =>
        Effect.promise(async () => {
          const end = performance.now() + millis
          let said = ""
          while (!pattern.test(said)) {
            if (performance.now() > end) throw new Error(`not ${String(pattern)}: ${said} ${first.stderr()}`)
            await new Promise((resolve) => setTimeout(resolve, millis / 200))
            said = await saidOf(id)
          }
        })
      const heldStates = () => [...HashMap.values(standIn.ledger().invoices)].map(({ estado, numserie }) => `${numserie} ${estado}`).toSorted()

      const accepted = yield* Effect.promise(issue)
      yield* says(accepted, /^Aceptado por la AEAT \(CSV A-[0-9A-F]{14}\)\.$/)

      const refused = yield* Effect.promise(issue)
      yield* says(refused, /^Rechazado por la AEAT: 1244/)
      const { datos: entries } = entriesOf(yield* Effect.promise(() => call("GET", "/actividad?limite=10")))
      assert.strictEqual(entries.find(({ tipo }) => tipo === "record_rejected")?.mensaje, yield* Effect.promise(() => saidOf(refused)))
      yield* Effect.promise(() => call("POST", `/facturas/${refused}/subsanar`))
      yield* says(refused, /^Aceptado por la AEAT \(CSV/)

      yield* Effect.promise(() => call("POST", `/facturas/${accepted}/anular`, { motivo: "Duplicada" }))
      yield* eventually("annulled there", () => heldStates().includes("S-1 Anulado"))
      yield* Effect.promise(async () => {
        for (;;) {
          const { datos } = recordsOf(await call("GET", `/facturas/${accepted}/registro?orden=antiguo`))
          if (datos.every(({ csv, estado }) => estado === "accepted" && csv !== null)) break
        }
      })

      standIn.control({ trouble: [{ kind: "delay", millis: 60_000 }] })
      const before = standIn.received().length
      const lost = yield* Effect.promise(async () => [await issue(), await issue(), await issue()])
      yield* eventually("a message under way", () => standIn.received().length > before)
      first.kill()
      yield* startWorker(variables)
      const later = yield* Effect.promise(issue)
      for (const id of [...lost, later]) yield* says(id, /^Aceptado por la AEAT/, 45_000)
      const texts = yield* Effect.promise(() => Promise.all(lost.map(saidOf)))
      assert.include(texts, "Aceptado por la AEAT.", "known to AEAT, whose answer was lost with its CSV")
      assert.deepStrictEqual(heldStates(), ["S-1 Anulado", ...[2, 3, 4, 5, 6].map((n) => `S-${n} Correcto`)])

      const { datos } = recordsOf(yield* Effect.promise(() => call("GET", "/registro?orden=antiguo&limite=100")))
      assert.deepStrictEqual(datos.map(({ estado }) => estado), ["accepted", "rejected", ...Array.from({ length: 6 }, () => "accepted" as const)])
      const submission = submissionOf(yield* Effect.promise(() => call("GET", "/registro/envio")))
      assert.deepInclude(submission, { pendientes: 0, desde: null, proximo_envio: null, problema: null })
      assert.deepInclude(submission.certificado, { tipo: "personal" })
      yield* told(["registry", "verify", "--org", org])

      assert.deepNestedInclude(yield* told(["registry", "compare", "--org", org]), {
        facturas_aeat: 6,
        solo_aeat: [],
        series: [{ serie: "S", aeat: 6, aqui: 6, siguiente: 7 }],
      })
      const now = instant(Date.now())
      const record = chainOfRecords({ nombre: "Talleres & Cía", nif }).alta("S-9", now)
      const software = record.campos["SistemaInformatico"]
      assert(typeof software === "object" && !Array.isArray(software))
      const campos = { ...record.campos, SistemaInformatico: { ...software, NumeroInstalacion: org } }
      standIn.submit({ obligado: { nombre: "x", nif }, incidencia: false, records: [{ ...record, campos }] }, now)
      assert.deepNestedInclude(yield* told(["registry", "compare", "--org", org, "--desde", "2026-01"], 1), {
        "meses[0]": "2026-01",
        "solo_aeat[0].numserie": "S-9",
        "series[0]": { serie: "S", aeat: 9, aqui: 6, siguiente: 10 },
      })
      assert.deepStrictEqual(yield* told(["registry", "compare", "--org", org, "--send-anyway"]), {
        empresa_id: org,
        envia: true,
      })
    }), 120_000)
})
