import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Either, Option } from "effect"
import { serviceSettings } from "../../runtimes/environment/serviceSettings.ts"
import { settingMessage } from "../../runtimes/environment/settingMessage.ts"

const read = (address: string) => {
  const environment = ConfigProvider.fromMap(new Map([["SMTP_URL", address]]))
  return Effect.runSync(Effect.either(environment.load(serviceSettings)))
}

describe("the address of the mail server", () => {
  it("names the address that letters come from", () => {
    for (const address of ["smtp://facturas%40a.es:p%ss@mail.a.es", "smtps://mail.a.es?from=facturas@a.es"]) {
      const { smtp } = Either.getOrThrow(read(address))
      assert.strictEqual(Option.getOrThrow(smtp).from, "facturas@a.es", address)
    }
  })

  it("is refused if it does not, and not shown", () => {
    const nobody = ["<facturas@a.es>", "a@a.es,b@a.es", "a@b@a.es", "facturas@a.es:25", "facturas@[127.0.0.1]"]
    for (const address of [
      "smtp://100%@mail.a.es",
      "smtp://facturas:secreta@mail.a.es",
      "http://a%40b.es@mail.a.es",
      "mail.a.es",
      ...nobody.map((from) => `smtp://mail.a.es?from=${encodeURIComponent(from)}`),
    ]) {
      const message = settingMessage(Either.getOrThrow(Either.flip(read(address))))
      assert.match(message, /SMTP_URL: expected smtp:/, address)
      assert.notInclude(message, "mail.a.es")
    }
  })

  it("is refused where a password with a slash or a hash, as SES makes them, is not percent-encoded, and is not shown", () => {
    const host = "email-smtp.eu-south-2.amazonaws.com:587"
    // The first would be a server called akia, at port 2.
    for (const password of ["2/clave=", "cla/ve+", "2#clave"]) {
      const address = `smtp://AKIA:${password}@${host}?from=facturas@a.es`
      const message = settingMessage(Either.getOrThrow(Either.flip(read(address))))
      assert.match(message, /SMTP_URL: expected smtp:.*percent-encoded/, address)
      assert.notMatch(message, /cla/)
    }
    const { smtp } = Either.getOrThrow(read(`smtp://AKIA:2%2Fcla+ve=@${host}/?from=facturas@a.es`))
    assert.strictEqual(Option.getOrThrow(smtp).from, "facturas@a.es")
  })
})
