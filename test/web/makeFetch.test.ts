import { assert, describe, it } from "@effect/vitest"
import { createServer, type RequestListener } from "node:http"
import { vi } from "vitest"
import { type Fetch, makePromiseClient } from "../../adapters/client/talonarioClient.ts"
import { makeTalonario, type Talonario } from "../../runtimes/embedded/makeTalonario.ts"
import { valueOf } from "../../runtimes/embedded/Result.ts"
import { makeMiddleware } from "../../runtimes/node/makeMiddleware.ts"
import { makeFetch } from "../../runtimes/web/makeFetch.ts"
import { urlOf } from "../support/answeringServer.ts"

/** An engine in memory, with a company and its live key. */
const open = async () => {
  const talonario = await makeTalonario({ log: () => {} })
  const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Mi tienda", nif: "B12345674" }))
  const company = talonario.company(id, "live")
  const { clave } = valueOf(await company.claves.createKey({ modo: "live", scopes: "all" }))
  return { talonario, company, clave }
}

/** Listens on a free port while `use` runs. */
const serving = async (listener: RequestListener, use: (url: string) => Promise<void>): Promise<void> => {
  const server = createServer(listener)
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  try {
    await use(urlOf(server))
  } finally {
    server.close()
  }
}

const salud = () => new Request("https://tienda.example/api/v1/salud")

describe("the HTTP interface of an engine", () => {
  it("shares its data with the calls in process", async () => {
    const { clave, company, talonario } = await open()
    const talk = makeFetch(() => talonario, { prefix: "/f", publicUrl: "https://tienda.example/f" })
    const ask = async (method: string, path: string, body?: object) => {
      const response = await talk(new Request(`https://interno/f/api/v1${path}`, {
        method,
        headers: { "authorization": `Bearer ${clave}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }))
      return { status: response.status, headers: response.headers, json: JSON.parse(await response.text()) }
    }
    const draft = valueOf(await company.facturas.createInvoice({ lineas: [{ descripcion: "Silla", precio: 80 }] }))
    const issued = await ask("POST", `/facturas/${draft.id}/emitir`)
    assert.strictEqual(issued.status, 201)
    assert.deepStrictEqual(valueOf(await company.facturas.readInvoice({ id: draft.id })), issued.json)

    const contact = await ask("POST", "/contactos", { nombre: "Ana" })
    const address = `https://tienda.example/f/api/v1/contactos/${contact.json.id}`
    assert.strictEqual(contact.headers.get("location"), address)
    assert.strictEqual(valueOf(await company.contactos.readContact({ id: contact.json.id })).nombre, "Ana")
    // Cursors of one are valid in the other.
    await company.contactos.createContact({ nombre: "Eva" })
    const page = valueOf(await company.contactos.listContacts({ limite: 1 }))
    const { json } = await ask("GET", `/contactos?limite=1&desde=${page.siguiente ?? ""}`)
    assert.strictEqual(json.datos[0].nombre, "Ana")
    await talonario.close()
  })

  it("hands what the platform gives after the request to both functions of the host, of which one may take less", async () => {
    const { talonario } = await open()
    const works: Array<Promise<unknown>> = []
    const context = { waitUntil: (work: Promise<unknown>) => void works.push(work) }
    // As the web guide writes it: without the type arguments it does not compile.
    const talk = makeFetch<[object, typeof context]>(() => talonario, {
      clientAddress: (request) => request.headers.get("cf-connecting-ip") ?? "",
      waitUntil: (work, _request, _env, { waitUntil }) => waitUntil(work),
    })
    assert.strictEqual((await talk(salud(), {}, context)).status, 200)
    assert.lengthOf(works, 1)
    await talonario.close()
  })

  it("answers for a closed engine as if its storage did not respond", async () => {
    const { clave, talonario } = await open()
    const talk = makeFetch(() => talonario)
    const contacts = () => new Request("https://interno/api/v1/contactos", { headers: { authorization: `Bearer ${clave}` } })
    assert.deepStrictEqual([(await talk(salud())).status, (await talk(contacts())).status], [200, 200])
    await talonario.close()
    for (const [request, status] of [[salud(), 503], [contacts(), 500]] as const) {
      const response = await talk(request)
      assert.strictEqual(response.status, status)
      assert.strictEqual(JSON.parse(await response.text()).error.codigo, "error_interno")
    }
  })

  it("takes undefined for each setting, as a variable that is not set gives it, and so do middleware and client", async () => {
    const { clave, talonario } = await open()
    const settings = { prefix: undefined, clientAddress: undefined, publicUrl: undefined, docsFiles: undefined }
    const talk = makeFetch(() => talonario, { ...settings, waitUntil: undefined })
    makeMiddleware(() => talonario, settings)
    const fetch: Fetch = (url, init) => talk(new Request(url, init))
    const { cuenta } = makePromiseClient({ baseUrl: "https://t.example/api/v1", clave, fetch, timeoutMillis: undefined, entropy: undefined })
    assert.strictEqual((await cuenta.readOrganization()).nombre, "Mi tienda")
    assert.throws(() => makePromiseClient({ baseUrl: "t", clave, fetch: undefined }), "baseUrl")
    await talonario.close()
  })

  it("refuses an invalid public address at once", () => {
    for (const publicUrl of ["tienda.example", "ftp://tienda.example", "https://tienda.example/api/v1/", "https://tienda.example?a=b", ""]) {
      assert.throws(() => makeFetch(makeTalonario, { publicUrl }), /^publicUrl: an http or https address /)
      assert.throws(() => makeMiddleware(makeTalonario, { publicUrl }), /^publicUrl: /)
    }
    assert.isFunction(makeFetch(makeTalonario, { publicUrl: "https://tienda.example/f/" }))
  })

  it("starts the engine with the first request, once, and again if that failed", async () => {
    let starts = 0
    const made: Array<Talonario> = []
    const talk = makeFetch(async () => {
      starts++
      if (starts === 1) throw new Error("the database is not there yet")
      const talonario = await makeTalonario()
      made.push(talonario)
      return talonario
    })
    assert.strictEqual(starts, 0)
    const failed = await Promise.allSettled([talk(salud()), talk(salud())])
    assert.deepStrictEqual(failed.map(({ status }) => status), ["rejected", "rejected"])
    const answers = await Promise.all([talk(salud()), talk(salud())])
    assert.deepStrictEqual(answers.map(({ status }) => status), [200, 200])
    assert.strictEqual(starts, 2)
    await Promise.all(made.map(({ close }) => close()))
  })

  it("as a middleware also starts the engine, and bodies wait for it", async () => {
    let starts = 0
    const opening = open()
    const talk = makeMiddleware(async () => {
      starts++
      if (starts === 1) throw new Error("the database is not there yet")
      return (await opening).talonario
    })
    const { clave, talonario } = await opening
    await serving((request, response) => talk(request, response, (error) => response.end(String(error))), async (url) => {
      const post = () =>
        fetch(`${url}/api/v1/contactos`, {
          method: "POST",
          headers: { "authorization": `Bearer ${clave}`, "content-type": "application/json" },
          body: "{\"nombre\":\"Ana\"}",
        })
      assert.include(await (await post()).text(), "the database is not there yet")
      assert.strictEqual((await post()).status, 201)
      assert.strictEqual((await post()).status, 201)
    })
    assert.strictEqual(starts, 2)
    await talonario.close()
  })

  it("as a middleware neither starts the engine for the host's own pages nor makes them wait", async () => {
    let starts = 0
    const talk = makeMiddleware(() => {
      starts++
      return new Promise<Talonario>(() => {})
    }, { prefix: "/facturacion" })
    await serving((request, response) => talk(request, response, () => response.end("de la tienda")), async (url) => {
      assert.strictEqual(await (await fetch(`${url}/pedidos`)).text(), "de la tienda")
      assert.strictEqual(starts, 0)
      const waiting = new AbortController()
      const asked = fetch(`${url}/facturacion/api/v1/salud`, { signal: waiting.signal }).catch(() => {})
      await vi.waitUntil(() => starts === 1)
      assert.strictEqual(await (await fetch(`${url}/pedidos`)).text(), "de la tienda")
      waiting.abort()
      await asked
    })
  })

  it("as a whole server answers 500 while the engine does not start, and logs why", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => {})
    try {
      const talk = makeMiddleware(() => Promise.reject(new Error("the database is not there yet")))
      await serving((request, response) => talk(request, response), async (url) => {
        assert.strictEqual((await fetch(`${url}/api/v1/salud`)).status, 500)
        assert.strictEqual((await fetch(`${url}/api/v1/salud`)).status, 500)
      })
      const told = log.mock.calls.map(String).filter((line) => line.includes("the database is not there yet"))
      assert.strictEqual(told.length, 2)
    } finally {
      log.mockRestore()
    }
  })

  it("refuses an invalid prefix", () => {
    for (const prefix of ["/a?b", "https://tienda.example/facturacion", "/facturacion/api/v1", "/api/v1/"]) {
      assert.throws(() => makeFetch(() => makeTalonario(), { prefix }), /^prefix: a path, what stands before \/api\/v1, /)
      assert.throws(() => makeMiddleware(() => makeTalonario(), { prefix }), /^prefix: /)
    }
  })
})
