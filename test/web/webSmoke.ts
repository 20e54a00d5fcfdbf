import { Layer } from "effect"
import type { FontFile } from "../../adapters/pdf/PdfPlatform.ts"
import * as PdfPlatformWeb from "../../adapters/pdf/PdfPlatformWeb.ts"
import * as PdfPrinterInProcess from "../../adapters/pdf/PdfPrinterInProcess.ts"
import { makeTalonario } from "../../runtimes/embedded/makeTalonario.ts"
import { valueOf } from "../../runtimes/embedded/Result.ts"
import { makeFetch } from "../../runtimes/web/makeFetch.ts"

/**
 * Uses an engine in memory through `makeFetch`, and reports the results as JSON. Nothing in it depends on randomness
 * or time: every runtime must give the same text.
 */
export const reportWith = async (fonts: Readonly<Record<FontFile, Uint8Array>>): Promise<string> => {
  const platform = PdfPlatformWeb.layer((name) => fonts[name])
  const talonario = await makeTalonario({ pdfPrinter: Layer.provide(PdfPrinterInProcess.layer, platform) })
  const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Mi tienda", nif: "B12345674" }))
  const { clave } = valueOf(await talonario.company(id, "live").claves.createKey({ modo: "live", scopes: "all" }))
  const face = makeFetch(() => talonario, { prefix: "/facturacion", clientAddress: () => "192.0.2.1" })

  const told: Array<unknown> = []
  const ask = async (method: string, path: string, body?: string) => {
    const response = await face(new Request(`https://tienda.example/facturacion/api/v1${path}`, {
      method,
      headers: { "authorization": `Bearer ${clave}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body }),
    }))
    const bytes = new Uint8Array(await response.arrayBuffer())
    const { headers, status } = response
    const isWhole = method === "HEAD" || headers.get("content-length") === String(bytes.length)
    told.push([method, path.replaceAll(/\w{32}/g, "…"), status, headers.get("content-type"), isWhole])
    return { location: response.headers.get("location") ?? "", text: new TextDecoder().decode(bytes) }
  }

  const draft = JSON.stringify({ lineas: [{ descripcion: "Silla de ñandú, كرسي", precio: 80 }] })
  const { location } = await ask("POST", "/facturas", draft)
  const invoice = new URL(location).pathname.replace("/facturacion/api/v1", "")
  const issues = Array.from({ length: 8 }, () => ask("POST", `${invoice}/emitir`))
  told.push(new Set((await Promise.all(issues)).map(({ text }) => JSON.parse(text).referencia)).size)
  told.push((await ask("GET", `${invoice}/pdf`)).text.slice(0, 8))
  await ask("HEAD", `${invoice}/pdf`)
  told.push(JSON.parse((await ask("GET", "/facturas?serie=%53&limite=1")).text).total)
  await ask("POST", "/facturas", " ".repeat(1_048_577))
  await ask("DELETE", invoice)
  await talonario.close()
  return JSON.stringify(told, null, 2)
}
