import { assert, describe, it } from "@effect/vitest"
import { Cause, ConfigProvider, Console, Effect, Logger, LogLevel, Redacted, Schema } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { PostgresUnusable } from "../../adapters/postgres/connections/PostgresPool.ts"
import { migrations } from "../../adapters/postgres/schema/migrate.ts"
import { scopes } from "../../core/access/scopes.ts"
import { StorageConflict, StorageOutcomeUnknown, StorageUnavailable } from "../../core/ports/Storage.ts"
import { conflict, invalidInput, notFound } from "../../core/refusals/refusal.ts"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { runCommandLine } from "../../runtimes/node/cli/commandLine.ts"
import { commands } from "../../runtimes/node/cli/commands.ts"
import { explain } from "../../runtimes/node/cli/failures.ts"
import { fromYesterday, newAuthority } from "../aeat/secureServer.ts"
import { idOf } from "../http/scene.ts"
import { madeRole, storageFor } from "../security/servingDatabase.ts"
import { queried } from "../support/queried.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"
import { testDatabase } from "../support/testDatabase.ts"
import { migratedDatabase } from "../support/testStorage.ts"

/** Runs a command line in this process with only these settings. */
const run = (args: ReadonlyArray<string>, settings: Readonly<Record<string, string>> = {}, isToEnd?: () => boolean) =>
  Effect.gen(function*() {
    const [stdout, stderr]: [Array<string>, Array<string>] = [[], []]
    const console = yield* Console.consoleWith((one) => Effect.succeed({
      ...one,
      log: (text: string) => Effect.sync(() => void stdout.push(text)),
      error: (text: string) => Effect.sync(() => void stderr.push(text)),
    }))
    const code = yield* runCommandLine(args, isToEnd).pipe(
      Effect.withConsole(console),
      Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings)))),
      Logger.withMinimumLogLevel(LogLevel.None),
    )
    return { code, stdout: stdout.join("\n"), stderr: stderr.join("\n") }
  })

/** Runs command lines on one database; `json` returns the value that one prints with --json. */
const onDatabase = (url: Redacted.Redacted<string>, TALONARIO_SECRET = "0".repeat(32)) => {
  const settings = { DATABASE_URL: Redacted.value(url), TALONARIO_SECRET }
  const told = (...args: ReadonlyArray<string>) => run(args, settings)
  const json = (...args: ReadonlyArray<string>) =>
    Effect.map(told(...args, "--json"), ({ code, stderr, stdout }) => {
      assert.deepStrictEqual([code, stderr], [0, ""])
      return JSON.parse(stdout)
    })
  return { told, json }
}

describe("the command line", () => {
  it.effect("shows all commands when none is named, and its version with --version", () =>
    Effect.gen(function*() {
      const [bare, ...asked] = yield* Effect.forEach([[], ["--help"], ["-h"], ["help"]], (args) => run(args))
      assert.deepStrictEqual([bare?.code, bare?.stderr], [0, ""])
      for (const { name, summary } of commands) assert.match(bare?.stdout ?? "", new RegExp(`^  talonario ${name.join(" ")}.*\\n {6}${summary.slice(0, 20)}`, "m"))
      assert.deepStrictEqual(asked, [bare, bare, bare])
      const { version } = Schema.decodeUnknownSync(Schema.parseJson(Schema.Struct({ version: Schema.String })))(readFileSync("package.json", "utf8"))
      assert.deepStrictEqual(yield* run(["--version"]), { code: 0, stdout: version, stderr: "" })
    }))

  it.effect("shows how to call a command, what it does, and any further help", () =>
    Effect.gen(function*() {
      for (const asked of ["--help", "-h"]) {
        assert.strictEqual((yield* run(["org", "list", asked])).stdout, "talonario org list\n\nlists the companies\n")
        assert.match((yield* run(["org", asked])).stdout, /^ {2}talonario org create /)
      }
      assert.strictEqual(
        (yield* run(["aeat-stand-in", "--help"])).stdout,
        "talonario aeat-stand-in [--port 8443] [--control-port 8444] [--folder .talonario/aeat-stand-in]\n\n"
          + "plays the tax authority's web service on this machine, for development and tests, until SIGTERM\n\n"
          + "If AEAT_XSD_DIR names the folder of AEAT's schemas, messages are validated against them; that needs the package xmllint-wasm.\n",
      )
    }))

  it.effect("says that a signal interrupted a command, or what went wrong with one that runs until a signal", () =>
    Effect.gen(function*() {
      const cutShort = yield* run(["key", "list"], {}, () => true)
      assert.deepStrictEqual([cutShort.code, cutShort.stdout], [1, ""])
      assert.match(cutShort.stderr, /^ended by a signal before it was done/)
      const serving = yield* run(["serve", "--port", "x"], {}, () => true)
      assert.strictEqual(serving.code, 2)
      assert.match(serving.stderr, /^--port is a port/)
    }))

  it("explains failures to people", () => {
    const told = (failure: unknown) => explain(Cause.fail(failure))
    assert.strictEqual(told(new PostgresUnusable({ message: "no route" })), "database: no route")
    assert.strictEqual(told(new StorageUnavailable()), "the database cannot be used now: see above")
    assert.strictEqual(told(new StorageConflict()), "the database is too busy; try again")
    assert.match(told(new StorageOutcomeUnknown()), /^the database went away while writing; look whether it was done/)
    assert.strictEqual(told(conflict("slug", "Ya está anulada.")), "Ya está anulada.")
    assert.strictEqual(told(notFound("la organización")), "no existe la organización")
    const campos = [{ campo: "nif", motivo: "no vale" }, { campo: "nombre", motivo: "falta" }]
    assert.strictEqual(told(invalidInput(campos)), "nif: no vale\nnombre: falta")
    assert.strictEqual(told(new Error("no such file")), "no such file")
    assert.include(explain(Cause.die(new TypeError("x is undefined"))), "x is undefined")
  })
})

describe("talonario org", () => {
  it.scopedLive("reads each property by its type, and shows a company with or without its NIF", () =>
    Effect.gen(function*() {
      const { json, told } = onDatabase((yield* migratedDatabase).url)
      assert.deepStrictEqual(yield* told("org", "list"), { code: 0, stdout: "", stderr: "there are none" })
      assert.deepStrictEqual(yield* json("org", "list"), [])
      const given = ["--tipo-iva-defecto", "10", "--recargo-equivalencia", "true", "--sin-animo-lucro", "false", "--web", "true", "--cp", "08001"]
      const { id, ...made } = yield* json("org", "create", "--nombre", "Ñandú", ...given)
      assert.deepInclude(made, { tipo_iva_defecto: 10, recargo_equivalencia: true, sin_animo_lucro: false, web: "true", cp: "08001" })
      assert.strictEqual((yield* told("org", "list")).stdout, `${id}  Ñandú  sin NIF`)
      const changed = yield* told("org", "update", id, "--nif", "B12345674", "--web", "", "--recargo-equivalencia", "false")
      assert.deepStrictEqual(changed, { code: 0, stdout: `${id}  Ñandú  B12345674`, stderr: "" })
      const [kept] = yield* json("org", "list")
      assert.deepInclude(kept, { nif: "B12345674", web: null, recargo_equivalencia: false, tipo_iva_defecto: 10 })

      const wrong = yield* told("org", "update", id, "--nombre", "", "--tipo-iva-defecto", "x", "--recargo-equivalencia", "yes")
      assert.strictEqual(wrong.code, 1)
      assert.match(wrong.stderr, /^nombre: no puede estar vacío$/m)
      assert.sameMembers(wrong.stderr.split("\n").map((line) => line.split(": ")[0]), ["nombre", "tipo_iva_defecto", "recargo_equivalencia"])
      assert.deepInclude(yield* told("org", "update", "nadie", "--nombre", "x"), { code: 1, stderr: "no existe la organización" })
    }))
})

describe("talonario key", () => {
  it.scopedLive("creates a key with its scopes and name, lists it and revokes it", () =>
    Effect.gen(function*() {
      const { url } = yield* migratedDatabase
      const { json, told } = onDatabase(url)
      const { id: org } = yield* json("org", "create", "--nombre", "Taller")
      const create = (scopes: string, ...more: ReadonlyArray<string>) =>
        told("key", "create", "--org", org, "--mode", "live", "--scopes", scopes, ...more)
      assert.deepStrictEqual(yield* json("key", "list", "--org", org), [])
      assert.match((yield* create(" invoices:read, contacts:read,", "--nombre", "caja")).stdout, /^svc_live_\w{43}$/)
      const [kept] = yield* json("key", "list", "--org", org)
      assert.deepInclude(kept, { empresa_id: org, modo: "live", nombre: "caja", scopes: ["contacts:read", "invoices:read"], revocada: null })
      assert.strictEqual((yield* told("key", "list", "--org", org)).stdout, `${kept.id}  live  activa  sin uso  caja`)
      yield* queried(url, "UPDATE access_key SET ultimo_uso = '2026-03-01T10:00:00Z'")
      assert.strictEqual((yield* told("key", "revoke", kept.id)).stdout, `${kept.id}  live  revocada  usada 2026-03-01T10:00:00.000Z  caja`)
      assert.isNotEmpty((yield* json("key", "list", "--org", org))[0].revocada)
      assert.deepStrictEqual((yield* json("key", "create", "--org", org, "--mode", "test", "--scopes", "all")).scopes, [...scopes])

      assert.match((yield* create("invoices:read,deals,all")).stderr, /^unknown scopes: deals, all; known: contacts:read, /)
      assert.match((yield* create(" , ")).stderr, /^--scopes names no scope\n/)
      assert.lengthOf(yield* json("key", "list", "--org", org), 2)
      assert.deepInclude(yield* told("key", "list", "--org", "nadie"), { code: 1, stderr: "no existe la organización" })
      assert.deepInclude(yield* told("key", "revoke", "nada"), { code: 1, stderr: "no existe la clave de acceso" })
    }))
})

describe("talonario migrate", () => {
  it.scopedLive("prints how many steps it took, and what a role was granted", () =>
    Effect.gen(function*() {
      const { url } = yield* testDatabase()
      const { json, told } = onDatabase(url)
      assert.strictEqual((yield* told("migrate")).stdout, `${Object.keys(migrations).length} steps taken`)
      assert.strictEqual((yield* told("migrate")).stdout, "the schema is up to date")
      assert.deepStrictEqual(yield* json("migrate"), { pasos: 0 })
      const role = yield* madeRole(url, "x")
      const { pasos, rol, sentencias } = yield* json("migrate", "--serving-role", role)
      assert.deepStrictEqual([pasos, rol], [0, role])
      assert.isTrue(sentencias.some((statement: string) => statement.startsWith("GRANT SELECT, INSERT ON registry_record")))
      const { stdout } = yield* told("migrate", "--serving-role", role)
      assert.strictEqual(stdout, ["the schema is up to date", ...sentencias.map((statement: string) => `${statement};`)].join("\n"))
    }))
})

describe("talonario registry", () => {
  it.scopedLive("counts the records of a company, and exports those of the given days", () =>
    Effect.gen(function*() {
      const { url } = yield* migratedDatabase
      const { told } = onDatabase(url)
      const { openCompany, request } = yield* makeHarness({ storage: storageFor(url) })
      const { live: key, organizationId: org } = yield* openCompany({ nombre: "Taller" })
      const folder = yield* temporaryFolder("talonario-export-")
      const exported = (...days: ReadonlyArray<string>) =>
        told("registry", "export", "--org", org, "--out", join(folder, "registro.xml"), ...days)
      assert.strictEqual((yield* told("registry", "verify")).stdout, `${org}  Taller  intacta, 0 registros`)
      assert.deepInclude(yield* exported(), { code: 1, stderr: "there are no records of these days" })
      const issue = Effect.gen(function*() {
        const draft = yield* request("POST", "/facturas", { key, body: { lineas: [{ descripcion: "x", precio: 10 }] } })
        yield* request("POST", `/facturas/${idOf(draft)}/emitir`, { key, body: {} })
      })
      yield* issue
      assert.strictEqual((yield* told("registry", "verify", "--org", org)).stdout, `${org}  Taller  intacta, 1 registro`)
      yield* issue
      assert.deepStrictEqual(yield* exported(), { code: 0, stdout: "registro.xml  2 (1 a 2)", stderr: "" })
      assert.deepInclude(yield* exported("--desde", "2999-01-01"), { code: 1, stdout: "" })
      for (const out of [`${folder}/`, `${folder}/new/`]) {
        const { code, stderr } = yield* told("registry", "export", "--org", org, "--out", out)
        assert.deepStrictEqual([code, stderr.split("\n")[0]], [2, `--out is a file, not the folder "${out}"`])
      }
      assert.deepInclude(yield* exported("--desde", "2000-01-01", "--hasta", "2999-01-01"), { code: 0 })
    }))

  it.scopedLive("says why it cannot compare with the tax authority, and stops comparing with --send-anyway", () =>
    Effect.gen(function*() {
      const { url } = yield* migratedDatabase
      const { json, told } = onDatabase(url)
      const { id: org } = yield* json("org", "create", "--nombre", "Taller")
      const compare = (...more: ReadonlyArray<string>) => told("registry", "compare", "--org", org, ...more)
      assert.deepInclude(yield* compare(), { code: 1, stderr: "the company has no NIF" })
      yield* json("org", "update", org, "--nif", "B12345674")
      assert.deepInclude(yield* compare(), { code: 1, stderr: "la organización no tiene certificado" })
      const wrong = yield* compare("--desde", "2026-13")
      assert.strictEqual(wrong.code, 2)
      assert.match(wrong.stderr, /^--desde is a month, YYYY-MM, not "2026-13"\n/)
      assert.deepInclude(yield* told("registry", "compare", "--org", "nadie"), { code: 1, stderr: "no existe la organización" })
      const late = yield* compare("--desde", "2099-01")
      assert.deepStrictEqual([late.code, late.stderr.split("\n")[0]], [2, "--desde 2099-01 has not begun yet"])
      const both = yield* compare("--send-anyway", "--desde", "2026-01")
      assert.deepStrictEqual([both.code, both.stderr.split(":")[0]], [2, "either --desde or --send-anyway"])
      assert.strictEqual((yield* compare("--send-anyway")).stdout, `${org}  se envía lo pendiente y no se vuelve a comparar con la AEAT`)
      const folder = yield* temporaryFolder("talonario-certificate-")
      const [file, password] = [join(folder, "a.p12"), join(folder, "password")]
      writeFileSync(file, newAuthority().client({ name: "TALLER - B12345674", nif: "B12345674" }, "contraseña", fromYesterday))
      writeFileSync(password, Buffer.from("\uFEFFcontraseña\r\n", "utf16le")) // as PowerShell writes it
      const other = onDatabase(url, "1".repeat(32))
      assert.deepInclude(yield* other.told("certificate", "set", "--org", org, "--file", file, "--password-file", password), { code: 0, stderr: "" })
      const { code, stderr } = yield* compare()
      assert.strictEqual(code, 1)
      assert.match(stderr, /no se puede leer con el secreto de la instalación/)
    }))
})
