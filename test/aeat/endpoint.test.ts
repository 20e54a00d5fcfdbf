import { assert, it } from "@effect/vitest"
import { endpoint } from "../../adapters/aeat/endpoint.ts"
import { schemaFile, schemaFolder } from "../registry/aeatSchemas.ts"

const path = "/wlpl/TIKE-CONT/ws/SistemaFacturacion/VerifactuSOAP"

it("messages go to the hosts of their environment and kind of certificate, or to the address of a stand-in", () => {
  const urls = (["production", "test"] as const).flatMap((environment) =>
    (["personal", "sello"] as const).map((tipo) => endpoint(environment, tipo).href))
  assert.deepStrictEqual(urls, [
    `https://www1.agenciatributaria.gob.es${path}`,
    `https://www10.agenciatributaria.gob.es${path}`,
    `https://prewww1.aeat.es${path}`,
    `https://prewww10.aeat.es${path}`,
  ])
  assert.strictEqual(endpoint({ url: "https://localhost:8443" }, "sello").href, `https://localhost:8443${path}`)
  assert.strictEqual(endpoint({ url: "https://localhost:8443/ws" }, "personal").href, "https://localhost:8443/ws")
  if (schemaFolder === undefined) return
  const declared = Array.from(schemaFile("SistemaFacturacion.wsdl").matchAll(/location="(.*?VerifactuSOAP)"/g), ([, url]) => url)
  assert.deepStrictEqual(urls, declared)
})
