import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { AsyncLocalStorage } from "node:async_hooks"
import { createServer } from "node:http"
import { vi } from "vitest"
import type { PostgresConfiguration } from "../../runtimes/embedded/Configuration.ts"
import { makeTalonario, valueOf } from "../../runtimes/embedded/makeTalonario.ts"
import { makeMiddleware } from "../../runtimes/node/makeMiddleware.ts"
import { makeFetch } from "../../runtimes/web/makeFetch.ts"
import { urlOf } from "../support/answeringServer.ts"
import { freshConfiguration } from "./onPostgres.ts"

/** An engine whose adapters note the request that the host was busy with when they were called, and an invoice in it. */
const scene = async (configuration: PostgresConfiguration) => {
  const requests = new AsyncLocalStorage<string>()
  const noted: Array<string> = []
  const note = (adapter: string): void => void noted.push(`${adapter}: ${requests.getStore()}`)
  const window = { allowed: true, limit: 9, remaining: 8, resetSeconds: 60, retryAfterSeconds: 0 }
  const talonario = await requests.run("start", () =>
    makeTalonario({
      ...configuration,
      log: () => note("log"),
      mailer: { send: async () => note("mailer") },
      pdfPrinter: {
        print: async ({ referencia }) => {
          note("printer")
          if (referencia === null) throw new Error("out of paper")
          return new TextEncoder().encode("%PDF-1.7")
        },
      },
      rateLimiter: {
        rule: { limit: 9, windowSeconds: 60 },
        take: async () => (note("limiter"), window),
        peek: async () => window,
      },
    }))
  // Its calls open the connections that all others use.
  const opened = await requests.run("first", async () => {
    const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Talleres Núñez SL", nif: "B12345674" }))
    const company = talonario.company(id, "live")
    const draft = valueOf(await company.facturas.createInvoice({ lineas: [{ descripcion: "Revisión", precio: 45.5 }] }))
    const { clave } = valueOf(await company.claves.createKey({ modo: "live", scopes: "all" }))
    const unprintable = valueOf(await company.facturas.createInvoice({ lineas: [{ descripcion: "Borrador", precio: 1 }] }))
    return { company, clave, unprintable, factura: valueOf(await company.facturas.issueInvoice(draft)) }
  })
  const noticed = (): ReadonlyArray<string> => noted.splice(0).toSorted()
  return { ...opened, noticed, requests, talonario }
}

const scenes = (title: string, use: (given: Awaited<ReturnType<typeof scene>>) => Promise<void>) =>
  it.scopedLive(title, () =>
    Effect.flatMap(freshConfiguration, (configuration) =>
      Effect.promise(async () => {
        const given = await scene(configuration)
        await use(given)
        await given.talonario.close()
      })))

scenes("adapters of the host's see the AsyncLocalStorage of the call that needs them", async ({ company, factura, noticed, requests }) => {
  const print = async () => {
    valueOf(await company.facturas.printInvoice(factura))
    return requests.getStore()
  }
  const printed = await Promise.all(["second", "third", "fourth"].map((request) => requests.run(request, print)))
  assert.deepStrictEqual(printed, ["second", "third", "fourth"])
  assert.deepStrictEqual(noticed(), ["printer: fourth", "printer: second", "printer: third"])
})

scenes("and of the request over HTTP, as does the log", async ({ clave, unprintable, noticed, requests, talonario }) => {
  const headers = { authorization: `Bearer ${clave}` }
  const path = `/api/v1/facturas/${unprintable.id}/pdf`
  const answer = makeFetch(() => talonario)
  const answered = await requests.run("fetch", () => answer(new Request(`https://tienda.example${path}`, { headers })))
  assert.strictEqual(answered.status, 500)
  assert.deepStrictEqual(noticed(), ["limiter: fetch", "log: fetch", "printer: fetch"])

  const middleware = makeMiddleware(() => talonario)
  const server = createServer((request, response) => requests.run("node", () => middleware(request, response)))
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  assert.strictEqual((await fetch(`${urlOf(server)}${path}`, { headers })).status, 500)
  assert.deepStrictEqual(noticed(), ["limiter: node", "log: node", "printer: node"])
  const mail = { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: "{}" }
  assert.strictEqual((await fetch(`${urlOf(server)}/api/v1/contactos`, mail)).status, 422)
  assert.deepStrictEqual(noticed(), ["limiter: node"])
  server.close()
})

scenes("and that of whoever made the engine where workers need them", async ({ company, factura, noticed, requests, talonario }) => {
  await requests.run("second", async () => valueOf(await company.correo.sendInvoice({ id: factura.id, para: ["c@ejemplo.es"] })))
  requests.run("work", () => talonario.work())
  const seen: Array<string> = []
  await vi.waitFor(() => {
    seen.push(...noticed())
    assert.deepStrictEqual(seen.toSorted(), ["mailer: start", "printer: start"])
  }, { timeout: 10_000 })
})
