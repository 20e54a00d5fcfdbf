import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { inspect } from "node:util"
import { makeTalonario } from "../../runtimes/embedded/makeTalonario.ts"
import { freshConfiguration, secret } from "./onPostgres.ts"

/** How a secret would look in a log: as text, and as the bytes of a list or an object. */
const formsOf = (text: string): ReadonlyArray<string> => {
  const bytes = [...new TextEncoder().encode(text)].slice(0, 8)
  return [text, bytes.join(", "), bytes.join(","), bytes.map((byte, i) => `"${i}":${byte}`).join(",")]
}

it.scoped("an engine that a host logs shows none of its secrets", () =>
  Effect.gen(function*() {
    const configuration = yield* freshConfiguration
    const password = new URL(Redacted.value(configuration.storage.url)).password
    const earlier = "the secret before it, 32 bytes or more"
    const talonario = yield* Effect.acquireRelease(
      Effect.promise(() =>
        makeTalonario({
          ...configuration,
          earlierSecrets: [earlier],
          smtp: { url: "smtp://correo:contrasena-smtp@127.0.0.1:25", from: "facturas@ejemplo.es" },
        })
      ),
      ({ close }) => Effect.promise(close),
    )
    yield* Effect.promise(() => talonario.organizaciones.listOrganizations())
    const shown = [inspect(talonario, { depth: 100, maxArrayLength: null, maxStringLength: null }), JSON.stringify(talonario)]
    assert.isAbove(password.length, 0)
    for (const text of shown.map((one) => one.replaceAll(/\s+/g, " "))) {
      assert.include(text, "talonario/Installation")
      for (const form of [secret, earlier, password, "contrasena-smtp"].flatMap(formsOf)) assert.notInclude(text, form)
    }
  }))
