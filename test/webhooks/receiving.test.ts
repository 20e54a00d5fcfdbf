import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { instant } from "../../core/calendar/instant.ts"
import { deliveryHeaders } from "../../core/deliveries/deliveryHeaders.ts"
import { makeWebhookSecret, type SigningSecrets } from "../../core/signing/webhookSecret.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

const guide = readFileSync(join(root, "docs/http.md"), "utf8")

const [section = ""] = /^## Receiving webhooks\n(?:(?!## ).*\n)+/m.exec(guide) ?? []

/** The receivers shown in the HTTP guide, by what checks the signature. */
const samples = new Map(
  [...section.matchAll(/^```js\n(import .* from "(.+)"\n[\s\S]+?)^```$/gm)]
    .map(([, code = "", name = ""]) => [name, code]),
)

type Receive = (body: string | Buffer, headers: Readonly<Record<string, string | undefined>>, secreto: string) => unknown

const secretOf = (seed: number) => makeWebhookSecret(Uint8Array.from({ length: 32 }, (_, n) => n * seed))

const secret = secretOf(1)
const old = secretOf(2)
const foreign = secretOf(3)

const body = JSON.stringify({ id: "a", suceso: "contact.created", datos: { contacto: { nombre: "Peña — 1 €" } } })

const signed = (secrets: SigningSecrets, lateSeconds = 0) =>
  deliveryHeaders({
    envio: "a",
    suceso: "contact.created",
    intento: 1,
    modo_aviso: "firma",
    body,
    secrets,
    at: instant(Date.now() - lateSeconds * 1000),
  })

describe("the receivers of the guide", () => {
  // A folder from which their imports resolve.
  const folder = mkdtempSync(join(root, "node_modules", ".receiving-"))
  afterAll(() => rmSync(folder, { recursive: true }))

  it("are the expected ones", () => {
    assert.deepStrictEqual([...samples.keys()], ["node:crypto", "stripe", "standardwebhooks"])
  })

  for (const [name, code] of samples) {
    describe(`by ${name}`, () => {
      let receive: Receive = () => assert.fail("not loaded")
      beforeAll(async () => {
        const file = join(folder, `${name.replace(":", "-")}.mjs`)
        writeFileSync(file, code)
        const sample: { readonly receive: Receive } = await import(pathToFileURL(file).href)
        receive = sample.receive
      })

      it("accept the event, also while a secret is being changed", () => {
        for (const given of [body, Buffer.from(body)]) {
          assert.deepStrictEqual(receive(given, signed([secret]), secret), JSON.parse(body))
        }
        for (const known of [secret, old]) {
          assert.deepStrictEqual(receive(body, signed([secret, old]), known), JSON.parse(body))
        }
      })

      it("throw for what is not from us", () => {
        assert.throws(() => receive(`${body} `, signed([secret]), secret))
        assert.throws(() => receive(body, signed([secret, old]), foreign))
        assert.throws(() => receive(body, signed([secret], 302), secret))
        assert.throws(() => receive(body, {}, secret))
        const headers = signed([secret])
        const [time = ""] = (headers["x-svc-firma"] ?? "").split(",")
        for (const firma of ["v1=00,t=", time, `${time},v1=00`, `${time},v1=${"0".repeat(64)}`]) {
          const wrong = { ...headers, "x-svc-firma": firma, "webhook-signature": "v1,AA==" }
          assert.throws(() => receive(body, wrong, secret))
        }
      })
    })
  }
})
