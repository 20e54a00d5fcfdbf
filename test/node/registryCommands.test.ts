import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { DeclarationResource } from "../../core/declaration/declaration.ts"
import { fromYesterday, newAuthority } from "../aeat/secureServer.ts"
import { queried } from "../support/queried.ts"
import { commandLine } from "./commandLine.ts"
import { installation } from "./installation.ts"
import { serve, type Variables } from "./talonarioProcess.ts"

const Verified = Schema.parseJson(Schema.Struct({
  intacta: Schema.Boolean,
  organizaciones: Schema.Array(Schema.Struct({
    id: Schema.String,
    registros: Schema.Int,
    intacta: Schema.Boolean,
    primer_error: Schema.NullOr(Schema.Struct({
      orden: Schema.Int,
      huella: Schema.String,
      factura_id: Schema.NullOr(Schema.String),
      clase: Schema.Literal("edited", "missing", "duplicated", "forked"),
      mensaje: Schema.String,
    })),
  })),
}))
const verified = Schema.decodeUnknownSync(Verified, { onExcessProperty: "error" })

const readId = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String }))
const readKey = Schema.decodeUnknownSync(Schema.parseJson(Schema.Struct({ clave: Schema.String })))
const idIn = (stdout: string): string => readId(JSON.parse(stdout)).id

/** The output of a command that must succeed. */
const done = (variables: Variables, ...args: ReadonlyArray<string>) =>
  Effect.map(commandLine(args, variables), ({ code, stderr, stdout }) => {
    assert.strictEqual(code, 0, stderr)
    return stdout.trimEnd()
  })

/** Issues `count` invoices of the company over HTTP. */
const issue = (address: string, key: string, count: number) =>
  Effect.promise(async () => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
    const post = async (path: string, body: unknown): Promise<unknown> =>
      (await fetch(`${address}${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json()
    for (let i = 0; i < count; i++) {
      const { id } = readId(await post("/facturas", { lineas: [{ descripcion: "x & y", precio: 10 }] }))
      await post(`/facturas/${id}/emitir`, {})
    }
  })

describe("talonario registry", () => {
  it.scopedLive("verifies and exports beside a running server", () =>
    Effect.gen(function*() {
      const { folder, url, variables } = yield* installation
      const org = idIn(yield* done(variables, "org", "create", "--nombre", "Talleres Núñez", "--nif", "B12345674", "--json"))
      const other = idIn(yield* done(variables, "org", "create", "--nombre", "Otra", "--nif", "B87654323", "--json"))
      const server = yield* serve(variables)
      for (const one of [org, other]) {
        const key = yield* done(variables, "key", "create", "--org", one, "--mode", "live", "--scopes", "all", "--json")
        yield* issue(server.address, readKey(key).clave, 3)
      }
      assert.deepStrictEqual(verified(yield* done(variables, "registry", "verify", "--json")), {
        intacta: true,
        organizaciones: [org, other].map((id) => ({ id, registros: 3, intacta: true, primer_error: null })),
      })
      assert.match(yield* done(variables, "registry", "verify", "--org", org), /Talleres Núñez {2}intacta, 3 registros$/)

      const out = join(folder, "registro.xml")
      const exported: unknown = JSON.parse(yield* done(variables, "registry", "export", "--org", org, "--out", out, "--json"))
      assert.deepStrictEqual(exported, { registros: 3, ficheros: [{ fichero: "registro.xml", registros: 3, desde_orden: 1, hasta_orden: 3 }] })
      const xml = yield* Effect.promise(() => readFile(out, "utf8"))
      assert.strictEqual(xml.match(/<sf:RegistroAlta>/g)?.length, 3)
      assert.include(xml, "<sf:DescripcionOperacion>x &amp; y</sf:DescripcionOperacion>")
      const none = yield* commandLine(["registry", "export", "--org", org, "--hasta", "2020-01-01", "--out", join(folder, "none.xml")], variables)
      assert.deepStrictEqual([none.code, none.stdout], [1, ""])
      const wrong = yield* commandLine(["registry", "export", "--org", org, "--desde", "ayer", "--out", out], variables)
      assert.deepStrictEqual([wrong.code, wrong.stdout], [2, ""])
      const backwards = ["--desde", "2026-02-01", "--hasta", "2026-01-31"]
      const turned = yield* commandLine(["registry", "export", "--org", org, ...backwards, "--out", out], variables)
      assert.deepStrictEqual([turned.code, turned.stderr.split("\n")[0]], [2, "--desde 2026-02-01 is after --hasta 2026-01-31"])
      assert.strictEqual((yield* commandLine(["registry", "verify", "--org", "nada"], variables)).code, 1)
      // AEAT's schema allows names of 120 characters.
      yield* done(variables, "org", "update", org, "--razon-social", "Ñ".repeat(150))
      yield* done(variables, "registry", "export", "--org", org, "--out", out)
      assert.include(yield* Effect.promise(() => readFile(out, "utf8")), `<sf:NombreRazon>${"Ñ".repeat(120)}</sf:NombreRazon>`)

      yield* queried(url, `ALTER TABLE registry_record DISABLE TRIGGER ALL;
        UPDATE registry_record SET campos = '[1]' WHERE organization_id = '${other}' AND orden = 2`)
      const bad = yield* commandLine(["registry", "verify", "--json"], variables)
      assert.strictEqual(bad.code, 1)
      const { intacta, organizaciones: [fine, damaged] } = verified(bad.stdout)
      assert.deepStrictEqual([intacta, fine?.intacta, damaged?.intacta, damaged?.registros], [false, true, false, 1])
      assert.deepInclude(damaged?.primer_error, { orden: 2, clase: "edited", factura_id: null })
      const said = yield* commandLine(["registry", "verify"], variables)
      assert.match(said.stdout, /DAÑADA \(edited\): El registro 2 fue modificado: ya no se puede leer\. Huella [0-9A-F]{64}$/m)
      const unreadable = yield* commandLine(["registry", "export", "--org", other, "--out", join(folder, "other.xml")], variables)
      assert.strictEqual(unreadable.code, 1)
      assert.include(unreadable.stderr, "registry verify")

      yield* queried(url, `DELETE FROM organization WHERE id = '${org}'; UPDATE organization SET region_fiscal = 'x'`)
      const gone = yield* commandLine(["registry", "verify"], variables)
      assert.strictEqual(gone.code, 1)
      assert.include(gone.stdout, `${org}    DAÑADA (missing): Falta la organización de estos registros.\n`)
      assert.include(gone.stdout, `${other}    DAÑADA (edited): El registro 2 `)
      const alone = yield* commandLine(["registry", "verify", "--org", org], variables)
      assert.deepStrictEqual([alone.code, alone.stdout.includes("DAÑADA")], [1, true])
    }), 90_000)
})

describe("talonario certificate", () => {
  it.scopedLive("stores a valid certificate, shows what is not secret, and removes it", () =>
    Effect.gen(function*() {
      const { folder, variables } = yield* installation
      const org = idIn(yield* done(variables, "org", "create", "--nombre", "Ana Ruiz", "--nif", "12345678Z", "--json"))
      const authority = newAuthority()
      const days = 86_400_000
      const holder = { name: "ANA RUIZ - 12345678Z", nif: "12345678Z" }
      const files = {
        good: authority.client(holder, "contraseña", fromYesterday),
        expired: authority.client(holder, "contraseña", { from: Date.now() - 9 * days, to: Date.now() - days }),
        early: authority.client(holder, "contraseña", { from: Date.now() + days, to: Date.now() + 9 * days }),
        other: authority.client({ name: "OTRO - X1234567L", nif: "X1234567L" }, "contraseña", fromYesterday),
      }
      const password = join(folder, "password")
      yield* Effect.promise(async () => {
        for (const [name, contents] of Object.entries(files)) await writeFile(join(folder, name), contents)
        await writeFile(password, "contraseña\n")
        await writeFile(join(folder, "wrong"), "otra")
        await writeFile(join(folder, "windows"), "contraseña\r\n")
        await writeFile(join(folder, "twice"), "contraseña\n\n")
      })
      const set = (name: string, passwordFile = password, ...more: ReadonlyArray<string>) =>
        commandLine(["certificate", "set", "--org", org, "--file", join(folder, name), "--password-file", passwordFile, "--json", ...more], variables)

      assert.strictEqual((yield* commandLine(["certificate", "show", "--org", org], variables)).code, 1)
      const kept = yield* set("good")
      assert.deepStrictEqual([kept.code, kept.stderr], [0, ""])
      const shown: unknown = JSON.parse(kept.stdout)
      assert.deepInclude(shown, { empresa_id: org, titular: "ANA RUIZ - 12345678Z", tipo: "personal" })
      assert.deepStrictEqual(JSON.parse(yield* done(variables, "certificate", "show", "--org", org, "--json")), shown)

      const refused = [
        yield* set("expired"),
        yield* set("good", join(folder, "wrong")),
        yield* set("early"),
        yield* set("good", join(folder, "twice")),
        yield* set("none"),
        yield* set("password"),
        yield* set("."),
        yield* set("good", folder),
      ]
      for (const { code, stderr, stdout } of refused) {
        assert.deepStrictEqual([code, stdout], [1, ""])
        assert.notInclude(stderr, "contraseña\n")
      }
      assert.match(refused[0]?.stderr ?? "", /el certificado caducó el \d\d\/\d\d\/\d{4}/)
      assert.include(refused[1]?.stderr ?? "", "la contraseña del certificado no es correcta")
      assert.match(refused[2]?.stderr ?? "", /el certificado no vale hasta el \d\d\/\d\d\/\d{4}/)
      for (const { stderr } of refused.slice(-2)) assert.match(stderr, new RegExp(`^${folder}/?: EISDIR`))
      assert.strictEqual((yield* set("good", password, "--tipo", "otro")).code, 2)

      const warned = yield* set("other", password, "--tipo", "sello")
      assert.strictEqual(warned.code, 0)
      assert.match(warned.stderr, /^warning: the certificate is of X1234567L, the company's NIF is 12345678Z/)
      assert.deepInclude(JSON.parse(warned.stdout), { tipo: "sello", titular: "OTRO - X1234567L" })
      assert.strictEqual((yield* set("good", join(folder, "windows"))).code, 0)
      assert.match(yield* done(variables, "certificate", "show", "--org", org), new RegExp(`^${org}  ANA RUIZ - 12345678Z  personal  caduca \\d{4}-\\S+Z$`))
      assert.strictEqual(yield* done(variables, "certificate", "remove", "--org", org), `${org}  sin certificado`)
      assert.strictEqual((yield* commandLine(["certificate", "remove", "--org", org], variables)).code, 1)
    }), 90_000)
})

describe("talonario declaracion", () => {
  it.live("shows the producer's declaration, without any database", () =>
    Effect.gen(function*() {
      const variables = {
        TALONARIO_DATA: "/dev/null/talonario",
        TALONARIO_PRODUCER: "Productora de Prueba SL",
        TALONARIO_PRODUCER_NIF: "B12345674",
        TALONARIO_PRODUCER_ADDRESS: "Calle Mayor 1, 28001 Madrid, España",
        TALONARIO_PRODUCER_PLACE: "Madrid, España",
      }
      const shown = Schema.decodeUnknownSync(Schema.parseJson(DeclarationResource))(yield* done(variables, "declaracion", "--json"))
      assert.isTrue(shown.completa)
      assert.strictEqual(yield* done(variables, "declaracion"), shown.texto.trimEnd())
      assert.include(shown.texto, "Productora de Prueba SL")
      assert.include(yield* done({}, "declaracion"), "(pendiente de indicar)")
    }), 60_000)
})
