import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { unknownSettings } from "../../runtimes/environment/unknownSettings.ts"
import { variables } from "../../runtimes/environment/variables.ts"
import { commandLine } from "./commandLine.ts"

describe("a setting that is none", () => {
  it("is told from those that are, from what Kubernetes sets, and from variables of others", () => {
    const ofOthers = { PATH: "/bin", TALONARIO: "http://localhost", MY_TALONARIO_SECRET: "x", talonario_secret: "x" }
    const ofKubernetes = {
      TALONARIO_SERVICE_HOST: "10.0.0.1", TALONARIO_SERVICE_PORT_HTTP: "3000", TALONARIO_PORT: "tcp://10.0.0.1:3000",
      TALONARIO_PORT_3000_TCP_ADDR: "10.0.0.1",
    }
    const ours = Object.fromEntries(variables.map(({ name }) => [name, "x"]))
    assert.deepStrictEqual(unknownSettings({ ...ofOthers, ...ofKubernetes, ...ours }), [])
    const misspelt = { TALONARIO_TRUSTED_PROXY: "10.0.0.1", TALONARIO_PORT: "3000", TALONARIO_PORTS: "3000", TALONARIO_: "" }
    assert.deepStrictEqual(unknownSettings({ ...misspelt, ...ours }), Object.keys(misspelt).toSorted())
  })

  it.live("is warned about at the start of servers and workers", () =>
    Effect.gen(function*() {
      // No data can be stored there, so these end immediately.
      const nowhere = { TALONARIO_DATA: "/dev/null/talonario" }
      for (const command of ["serve", "work"]) {
        const { stderr } = yield* commandLine([command], { ...nowhere, TALONARIO_RATELIMIT: "9/1", TALONARIO_AET: "test" })
        assert.match(stderr, /level=WARN.*not a setting: TALONARIO_AET, TALONARIO_RATELIMIT; talonario serve --help/)
        assert.notInclude((yield* commandLine([command], nowhere)).stderr, "not a setting")
      }
    }), 60_000)
})
