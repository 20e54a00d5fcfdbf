import { assert, it } from "@effect/vitest"
import { endpoint, isStandInAddress } from "../../adapters/aeat/endpoint.ts"
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

it("the address of a stand-in keeps messages from being read on their way: TLS, or this machine itself", () => {
  for (const url of ["https://aeat.ejemplo.es/ws", "http://localhost:8080", "http://127.0.0.1/", "http://127.8.0.1:1/ws", "http://[::1]:8080/"]) {
    assert.isTrue(isStandInAddress(url), url)
  }
  for (const url of ["http://aeat.ejemplo.es/", "http://127.0.0.1.ejemplo.es/", "http://localhost.ejemplo.es/", "http://10.0.0.1/", "ftp://localhost/", "localhost", ""]) {
    assert.isFalse(isStandInAddress(url), url)
  }
})
