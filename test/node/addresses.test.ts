import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Either } from "effect"
import { sqsUrl } from "../../runtimes/environment/awsSettings.ts"
import { publicUrlOf } from "../../runtimes/environment/plainAddress.ts"
import { settingMessage } from "../../runtimes/environment/settingMessage.ts"

describe("the address before /api/v1", () => {
  it("is normalized, as headers and answers contain it", () => {
    const told = [
      ["https://facturas.example", "https://facturas.example"],
      ["http://127.0.0.1:3000/", "http://127.0.0.1:3000"],
      ["https://facturas.example/una/empresa/?#", "https://facturas.example/una/empresa"],
      // From a settings file with Windows line ends.
      ["https://facturas.example\r", "https://facturas.example"],
      [" https://facturas.example ", "https://facturas.example"],
      ["https://facturación.example/año", "https://xn--facturacin-obb.example/a%C3%B1o"],
    ]
    assert.deepStrictEqual(told.map(([given = ""]) => publicUrlOf(given)), told.map(([, url]) => url))
  })

  it("is read the same way however often it is read", () => {
    const given = "https://facturación.example/año"
    const wrong = Array.from({ length: 20_000 }).findIndex(() =>
      // With other addresses in between, as V8 optimizes code for what it sees often.
      publicUrlOf(given) === undefined || publicUrlOf("https://facturas.example") === undefined)
    assert.strictEqual(wrong, -1)
  })

  it("is refused if no path can follow it, or if it includes the interface's own", () => {
    for (const given of ["facturas.example", "ftp://facturas.example", "https://facturas.example/?a", "https://a:b@facturas.example",
      "https://a@facturas.example", "https://facturas.example/#a",
      "https://facturas.example/api/v1", "https://facturas.example/api/v1/ "]) assert.isUndefined(publicUrlOf(given), given)
  })
})

describe("the address of a queue", () => {
  const queue = "https://sqs.eu-south-2.amazonaws.com/123456789012/talonario"

  it("is refused with spaces or line ends in it or after it", () => {
    const read = (url: string) =>
      Effect.runSync(Effect.either(ConfigProvider.fromMap(new Map([["TALONARIO_SQS_URL", url]])).load(sqsUrl)))
    assert.deepStrictEqual(read(queue), Either.right(queue))
    for (const given of [`${queue}\r`, `${queue} `, "https://sqs example/1/a", "https://sqs.example"]) {
      assert.isTrue(Either.isLeft(read(given)), given)
    }
  })

  it("is refused if it is that of a FIFO queue, which would take no message", () => {
    const read = Effect.flip(ConfigProvider.fromMap(new Map([["TALONARIO_SQS_URL", `${queue}.fifo`]])).load(sqsUrl))
    assert.strictEqual(settingMessage(Effect.runSync(read)), "TALONARIO_SQS_URL: expected a standard queue, not a FIFO queue")
  })
})
