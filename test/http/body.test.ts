import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { gzipSync } from "node:zlib"
import { camposOf, idOf, makeScene, simpleDraft } from "./scene.ts"

const utf8 = new TextEncoder()

const bytes = (...given: ReadonlyArray<string | number>): Uint8Array =>
  Uint8Array.from(given.flatMap((one) => (typeof one === "number" ? [one] : [...utf8.encode(one)])))

describe("bodies", () => {
  it.scoped("need a content type of JSON, in any letter case and with any parameters", () =>
    Effect.gen(function*() {
      const { live, request } = yield* makeScene()
      const post = (type: string | undefined) =>
        request("POST", "/contactos", {
          key: live,
          body: { nombre: "Ana" },
          headers: { "content-type": type ?? "" },
        })
      const plain = "application/json"
      for (const type of [plain, `${plain}; charset=utf-8`, "Application/JSON;a=b", ` ${plain} ;`]) {
        assert.strictEqual((yield* post(type)).status, 201, type)
      }
      for (const type of [undefined, "text/plain", "text/json", "multipart/form-data", `${plain}p`]) {
        assert.deepStrictEqual(camposOf(yield* post(type)), ["nombre"], type)
      }
    }))

  it.scoped("without any bytes count as an empty object", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      assert.deepStrictEqual(camposOf(yield* post("/contactos")), ["nombre"])
      assert.deepStrictEqual(camposOf(yield* post("/contactos", "")), ["nombre"])
      assert.strictEqual((yield* post("/facturas")).status, 201)
    }))

  it.scoped("that are not a JSON object fail as a whole", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      const bodies = [
        "{", "{'nombre':'a'}", "{\"nombre\":\"a\",}", "{\"nombre\":\"a\u0000\"}", "nombre=a", " ",
        "null", "[]", "[{\"nombre\":\"a\"}]", "1", "\"a\"", "true",
        bytes("{\"nombre\":\"", 0xff, "\"}"), bytes("{\"nombre\":\"", 0xed, 0xa0, 0x80, "\"}"),
      ]
      for (const body of bodies) {
        const answer = yield* post("/contactos", body)
        assert.deepStrictEqual(camposOf(answer), ["(cuerpo)"], String(body))
      }
    }))

  it.scoped("that are compressed are refused, and told why", () =>
    Effect.gen(function*() {
      const { live, request } = yield* makeScene()
      const post = (body: string | Uint8Array, encoding: string) =>
        request("POST", "/contactos", {
          key: live,
          body,
          headers: { "content-type": "application/json", "content-encoding": encoding },
        })
      assert.include((yield* post(gzipSync("{\"nombre\":\"Ana\"}"), "gzip")).text, "\"no puede llevar Content-Encoding\"")
      assert.include((yield* post("{", "Identity")).text, "\"no es JSON bien formado en UTF-8\"")
      assert.strictEqual((yield* post("{\"nombre\":\"Ana\"}", "identity")).status, 201)
    }))

  it.scoped("may begin with a byte order mark", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      const body = bytes(0xef, 0xbb, 0xbf, "{\"nombre\":\"Ñandú\"}")
      assert.deepInclude((yield* post("/contactos", body)).json, { nombre: "Ñandú" })
    }))

  it.scoped("may have up to 1 MiB, whatever their content type", () =>
    Effect.gen(function*() {
      const { live, post, request } = yield* makeScene()
      const sized = (size: number): string => `{"nombre":"a"${" ".repeat(size - 14)}}`
      assert.strictEqual((yield* post("/contactos", sized(1_048_576))).status, 201)
      const beyond = yield* post("/contactos", sized(1_048_577))
      assert.deepStrictEqual(camposOf(beyond), ["(cuerpo)"])
      const text = { key: live, body: sized(1_048_577), headers: { "content-type": "text/plain" } }
      assert.deepStrictEqual(camposOf(yield* request("POST", "/contactos", text)), ["(cuerpo)"])
    }))

  it.scoped("with more values or deeper nesting than any invoice has are refused as a whole", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      const nested = (open: string, close: string, times: number): string =>
        `${open.repeat(times)}1${close.repeat(times)}`
      const bodies = [
        "[".repeat(1_000_000),
        `{"nombre":${nested("[", "]", 400_000)}}`,
        nested("{\"lineas\":", "}", 90_000),
        `{"lineas":[${"0,".repeat(400_000)}0]}`,
        `{${Array.from({ length: 90_000 }, (_, i) => `"p${i}":1`).join(",")}}`,
      ]
      for (const body of bodies) {
        assert.deepStrictEqual(camposOf(yield* post("/facturas", body)), ["(cuerpo)"])
      }
    }))

  it.scoped("nested a thousand levels deep are checked like any other", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      const deep = `${"[".repeat(1_000)}${"]".repeat(1_000)}`
      const answer = yield* post("/facturas", `{"serie":${deep},"lineas":${deep},"x":${deep}}`)
      assert.sameMembers([...camposOf(answer)], ["serie", "lineas[0]", "x"])
    }))

  it.scoped("are answered with every failing field at once, by its path", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      const contact = {
        nombre: "", nif: "12345678A", email: "a@b", telefono: "1".repeat(41), tipo: "proveedor",
        dias_pago: 366, irpf: 1.5, descuento: -1, moneda: "eur", etiquetas: ["a", 1, ""], iban: "ES00",
        apodo: "x",
      }
      assert.sameMembers([...camposOf(yield* post("/contactos", contact))], [
        "nombre", "nif", "email", "telefono", "tipo", "dias_pago", "irpf", "descuento", "moneda", "iban",
        "apodo", "etiquetas[1]", "etiquetas[2]",
      ])
      const line = { descripcion: "a", precio: 1 }
      const invoice = {
        serie: "demasiado-larga-17", numero: 0, irpf: 101, suplidos: 0.001, divisa: "EURO",
        precios_con_iva: "no", estado: "sent",
        lineas: [line, { ...line, precio: "1", cantidad: 1e9, total: 3 }, 7],
      }
      assert.sameMembers([...camposOf(yield* post("/facturas", invoice))], [
        "serie", "numero", "irpf", "suplidos", "divisa", "precios_con_iva", "estado",
        "lineas[1].precio", "lineas[1].cantidad", "lineas[1].total", "lineas[2]",
      ])
    }))

  it.scoped("may not have unknown properties, even named like something that every object inherits", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      const inherited = ["__proto__", "constructor", "toString", "hasOwnProperty"]
      for (const name of [...inherited, "id", "creado", "Nombre", "ñ", "a.b", "a[0]"]) {
        const body = `{"nombre":"Ana",${JSON.stringify(name)}:{"x":1}}`
        const campos = camposOf(yield* post("/contactos", body))
        assert.deepStrictEqual(campos, [name])
      }
      const inLine = `{"lineas":[{"descripcion":"a","precio":1,"__proto__":{"precio":2}}]}`
      assert.deepStrictEqual(camposOf(yield* post("/facturas", inLine)), ["lineas[0].__proto__"])
      const odd = yield* post("/contactos", "{\"nombre\":\"Ana\",\"\\ud800\":1}")
      assert.strictEqual(odd.status, 422)
    }))

  it.scoped("may not hold text that cannot be stored: NUL, other control characters, lone surrogates", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      for (const text of ["a\\u0000b", "a\\u0007", "\\ud83d", "\\ude00\\ud83d", "\\ufffe"]) {
        const body = `{"nombre":"${text}","etiquetas":["${text}"],"email":"${text}"}`
        const campos = camposOf(yield* post("/contactos", body))
        assert.sameMembers([...new Set(campos)], ["nombre", "etiquetas[0]", "email"], text)
      }
      const fine = yield* post("/contactos", { nombre: "Año 😀 vale", notas: "una\tvez\ndos\r\ntres" })
      assert.strictEqual(fine.status, 201)
    }))

  it.scoped("may have at most 500 lines", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      const lineas = (count: number) => Array.from({ length: count }, () => ({ descripcion: "a", precio: 1 }))
      assert.strictEqual((yield* post("/facturas", { lineas: lineas(500) })).status, 201)
      assert.deepStrictEqual(camposOf(yield* post("/facturas", { lineas: lineas(501) })), ["lineas"])
    }))

  it.scoped("are not needed to issue: an empty object will do, and any property in it is unknown", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      for (const body of [undefined, "", {}]) {
        const draft = yield* post("/facturas", simpleDraft)
        const location = draft.headers["location"] ?? ""
        assert.strictEqual((yield* post(`${location}/emitir`, body)).status, 201)
      }
      const path = "/facturas/1/emitir"
      assert.deepStrictEqual(camposOf(yield* post(path, { fecha_emision: "2026-11-20" })), ["fecha_emision"])
      assert.deepStrictEqual(camposOf(yield* post(path, "[]")), ["(cuerpo)"])
    }))

  it.scoped("of a GET are ignored", () =>
    Effect.gen(function*() {
      const { live, request } = yield* makeScene()
      assert.strictEqual((yield* request("GET", "/contactos", { key: live, body: "{" })).status, 200)
    }))

  it.scoped("are answered with every problem at once even in nested parts, or where a date only looks like one", () =>
    Effect.gen(function*() {
      const { post } = yield* makeScene()
      const draft = idOf(yield* post("/facturas", simpleDraft))
      const wrong: ReadonlyArray<readonly [string, unknown, ReadonlyArray<string>]> = [
        ["/facturas", { lineas: [{ cantidad: "x" }] }, ["lineas[0].cantidad", "lineas[0].descripcion", "lineas[0].precio"]],
        ["/facturas", { lineas: [{ producto_id: 7 }, null, {}] },
          ["lineas[0].producto_id", "lineas[1]", "lineas[2].descripcion", "lineas[2].precio"]],
        ["/facturas", { etiquetas: [1, ...Array.from({ length: 12 }, () => "a")] }, ["etiquetas[0]", "etiquetas"]],
        ["/facturas", { fecha_emision: "2026-05-05Tfoo", irpf: 200 }, ["fecha_emision", "irpf"]],
        ["/gastos", { fecha: "2026-05-05Tfoo" }, ["base", "fecha"]],
        [`/facturas/${draft}/rectificar`, { metodo: "sustitucion" }, ["motivo", "lineas"]],
      ]
      for (const [path, body, campos] of wrong) {
        assert.sameMembers([...camposOf(yield* post(path, body))], [...campos], JSON.stringify(body))
      }
    }))
})
