import { assert, describe, it } from "@effect/vitest"
import { type Config, ConfigProvider, Effect, Either, Option, Redacted } from "effect"
import { sesFrom, sqsUrl } from "../../runtimes/environment/awsSettings.ts"
import { databaseSession, databaseUrl } from "../../runtimes/environment/databaseSettings.ts"
import { wholeNumber } from "../../runtimes/environment/readSetting.ts"
import { serviceSettings } from "../../runtimes/environment/serviceSettings.ts"
import { settingMessage } from "../../runtimes/environment/settingMessage.ts"
import { serveSettings } from "../../runtimes/node/settings.ts"

type Variables = Readonly<Record<string, string>>

const read = <A>(config: Config.Config<A>, variables: Variables) =>
  Effect.runSync(Effect.either(ConfigProvider.fromMap(new Map(Object.entries(variables))).load(config)))

const told = <A>(config: Config.Config<A>, variables: Variables): A => Either.getOrThrow(read(config, variables))

/** The message about wrong settings; undefined when nothing is wrong. */
const wrong = (config: Config.Config<unknown>, variables: Variables): string | undefined =>
  Either.match(read(config, variables), { onLeft: settingMessage, onRight: () => undefined })

const service = (variables: Variables) => told(serviceSettings, variables)
const wrongService = (variables: Variables) => wrong(serviceSettings, variables)

/** 32 bytes. */
const secret = "ñ".repeat(16)

describe("the environment", () => {
  it("may be empty, and blank variables count as not set", () => {
    const names = ["PRODUCER", "PRODUCER_NIF", "PRODUCER_PLACE", "AEAT", "PUBLIC_URL", "RATE_LIMIT", "SECRET", "SECRET_PREVIOUS", "SES_FROM", "SQS_URL"]
    const blank = Object.fromEntries(names.map((name) => [`TALONARIO_${name}`, " "]))
    for (const variables of [{}, { ...blank, SMTP_URL: "", DATABASE_URL: "\t" }]) {
      assert.deepInclude(service(variables), {
        publicUrl: null,
        rateLimit: { rule: { limit: 120, windowSeconds: 60 }, store: "memory" },
        aeat: "production",
        qrHost: "production",
        smtp: Option.none(),
        secret: Option.none(),
        earlierSecrets: [],
        producer: "Talonario",
        producerNif: "B00000000",
        producerGiven: false,
        declarant: { address: null, place: null },
      })
      assert.deepStrictEqual([told(sesFrom, variables), told(sqsUrl, variables)], [null, null])
      assert.deepStrictEqual(told(databaseUrl, variables), Option.none())
      assert.strictEqual(told(databaseSession("pooled"), variables), "pooled")
    }
  })

  it("has serve listen to this machine alone, and keep its data beside, unless told otherwise", () => {
    const blank = { PORT: " ", HOST: "", TALONARIO_DATA: " " }
    for (const variables of [{}, blank]) {
      const { listen, work: { storage } } = told(serveSettings, variables)
      assert.deepStrictEqual([listen, storage.dataFolder], [{ port: 3_000, host: "127.0.0.1" }, ".talonario"])
    }
    const { listen, work: { storage } } = told(serveSettings, { PORT: "0", HOST: "::", TALONARIO_DATA: "/data" })
    assert.deepStrictEqual([listen, storage.dataFolder], [{ port: 0, host: "::" }, "/data"])
    assert.strictEqual(wrong(serveSettings, { PORT: "65536" }), `PORT: expected a port, 0 to 65535, not "65536"`)
  })

  it("accepts a rate limit within bounds only", () => {
    for (const [given, limit, windowSeconds] of [["1/1", 1, 1], ["1000000/86400", 1_000_000, 86_400]] as const) {
      assert.deepStrictEqual(service({ TALONARIO_RATE_LIMIT: given }).rateLimit.rule, { limit, windowSeconds })
    }
    for (const given of ["0/60", "1/0", "1000001/60", "1/86401", "10", "1/60s", "-1/60"]) {
      assert.match(wrongService({ TALONARIO_RATE_LIMIT: given }) ?? "", /^TALONARIO_RATE_LIMIT: expected requests\/seconds/, given)
    }
  })

  it("reads numbers made of digits alone", () => {
    const given = ["", " 1", "1e1", "0x1", "1.0", "+1", "1234567890"]
    assert.deepStrictEqual(given.map((text) => wholeNumber(text, 0, 2_000_000_000)), given.map(() => undefined))
    assert.strictEqual(wholeNumber("07", 0, 9), 7)
  })

  it("names the tax authority, which also decides the address in QRs: the real one only for the real service", () => {
    const url = "https://localhost:8443/"
    for (const [given, aeat, qrHost] of [["production", "production", "production"], ["test", "test", "test"], [url, { url }, "test"]] as const) {
      assert.deepInclude(service({ TALONARIO_AEAT: given }), { aeat, qrHost })
    }
    assert.match(wrongService({ TALONARIO_AEAT: "http://aeat.ejemplo.es/" }) ?? "", /^TALONARIO_AEAT: expected production, test, an https address, or http on this machine/)
  })

  it("names the producer, which counts as given when both name and NIF are", () => {
    const [name, nif] = ["😀".repeat(120), " es-b12345674 "]
    const given = { TALONARIO_PRODUCER: ` ${name} `, TALONARIO_PRODUCER_NIF: nif }
    assert.deepInclude(service(given), { producer: name, producerNif: "B12345674", producerGiven: true })
    assert.isFalse(service({ TALONARIO_PRODUCER: name }).producerGiven)
    assert.isFalse(service({ TALONARIO_PRODUCER_NIF: nif }).producerGiven)
    const { declarant } = service({ TALONARIO_PRODUCER_ADDRESS: "Calle Mayor 1", TALONARIO_PRODUCER_PLACE: "Madrid" })
    assert.deepStrictEqual(declarant, { address: "Calle Mayor 1", place: "Madrid" })
  })

  it("accepts secrets of 32 bytes or more, and never shows them", () => {
    const { earlierSecrets, secret: present } = service({ TALONARIO_SECRET: secret, TALONARIO_SECRET_PREVIOUS: `${secret}x` })
    assert.strictEqual(new TextDecoder().decode(Redacted.value(Option.getOrThrow(present))), secret)
    assert.deepStrictEqual(earlierSecrets.map((one) => new TextDecoder().decode(Redacted.value(one))), [`${secret}x`])
    for (const name of ["TALONARIO_SECRET", "TALONARIO_SECRET_PREVIOUS"]) {
      assert.strictEqual(wrongService({ [name]: `${secret.slice(1)}x` }), `${name}: expected 32 bytes or more, not 31`)
    }
    const address = wrongService({ TALONARIO_PUBLIC_URL: "https://ana:secreta@facturas.example" }) ?? ""
    assert.match(address, /^TALONARIO_PUBLIC_URL: .*"https:\/\/…@facturas\.example"$/)
  })

  it("never shows what stands before an @ in an address, wherever it was put", () => {
    const addresses = ["https://ana:se/creta@h", "https:ana:secreta@h", "ana:secreta@h", "https//ana:secre@ta@h", "smtps://ana:secreta@h"]
    const addressed = { TALONARIO_PUBLIC_URL: serviceSettings, TALONARIO_SQS_URL: sqsUrl, TALONARIO_SES_FROM: sesFrom }
    for (const [name, config] of Object.entries(addressed)) {
      for (const address of addresses) {
        const said = wrong(config, { [name]: `${address} ` }) ?? ""
        assert.match(said, new RegExp(`^${name}: expected .*, not "(https|ana|smtps)[:/]+…@h "$`), `${name} ${address}`)
      }
    }
  })

  it("shows the end of a line that a file written on Windows leaves in a value", () => {
    assert.strictEqual(wrong(serveSettings, { PORT: "3000\r" }), `PORT: expected a port, 0 to 65535, not "3000\\r"`)
    assert.match(wrongService({ TALONARIO_AEAT: "test\r" }) ?? "", /, not "test\\r"$/)
  })

  it("names the sender of letters in the mail server's address, from which it is removed", () => {
    const { from, url } = Option.getOrThrow(service({ SMTP_URL: "smtp://ana%40a.es@mail.a.es/?from=facturas@a.es&pool=true" }).smtp)
    assert.deepStrictEqual([from, Redacted.value(url)], ["facturas@a.es", "smtp://ana%40a.es@mail.a.es/?pool=true"])
    assert.strictEqual(told(sesFrom, { TALONARIO_SES_FROM: "facturas@a.es" }), "facturas@a.es")
    for (const given of ["Facturas <facturas@a.es>", "<facturas@a.es>", "facturas", "a@b@c"]) {
      assert.match(wrong(sesFrom, { TALONARIO_SES_FROM: given }) ?? "", /^TALONARIO_SES_FROM: expected an e-mail address/, given)
    }
  })

  it("names the database and its kind of session, or reports what is wrong with them", () => {
    const url = "postgres://ana:secreta@127.0.0.1/facturas"
    assert.strictEqual(Redacted.value(Option.getOrThrow(told(databaseUrl, { DATABASE_URL: url }))), url)
    assert.match(wrong(databaseUrl, { DATABASE_URL: "mysql://ana:secreta@h" }) ?? "", /^DATABASE_URL: expected (?!.*secreta)/)
    for (const several of ["ana:secreta@h1,h2/d", "ana:secreta@h1:1,h2:2/d", "ana:secreta@/d?host=h1,h2"]) {
      assert.match(wrong(databaseUrl, { DATABASE_URL: `postgres://${several}` }) ?? "", /^DATABASE_URL: expected (?!.*secreta).*one host/)
    }
    const comma = "postgres://a,na:se,creta@h/d,e"
    assert.strictEqual(Redacted.value(Option.getOrThrow(told(databaseUrl, { DATABASE_URL: comma }))), comma)
    for (const mode of ["own", "pooled"] as const) {
      assert.strictEqual(told(databaseSession("own"), { TALONARIO_DATABASE_SESSION: mode }), mode)
    }
    assert.match(wrong(databaseSession("own"), { TALONARIO_DATABASE_SESSION: "mine" }) ?? "", /expected own or pooled, not "mine"$/)
  })

  it("reports all wrong settings, one per line, even those that are read more than once", () => {
    const lines = wrongService({ TALONARIO_AEAT: "moon", TALONARIO_RATE_LIMIT: "lots", DATABASE_URL: "x", TALONARIO_PRODUCER_NIF: "B1" })?.split("\n")
    const names = lines?.map((line) => line.split(": ")[0])
    assert.sameMembers(names ?? [], ["TALONARIO_AEAT", "TALONARIO_RATE_LIMIT", "DATABASE_URL", "TALONARIO_PRODUCER_NIF"])
  })
})
