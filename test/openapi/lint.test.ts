import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { openApiDocument } from "../../adapters/http/openApi/openApi.ts"

const { resolve } = createRequire(import.meta.url)
const redocly = join(dirname(resolve("@redocly/cli/package.json")), "bin/cli.js")

/** Keeps Redocly off the network. */
const offline = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", CI: "true" }

const readReport = Schema.decodeUnknownSync(Schema.parseJson(Schema.Struct({
  totals: Schema.Struct({ errors: Schema.Int, warnings: Schema.Int }),
  problems: Schema.Array(Schema.Struct({ ruleId: Schema.String, message: Schema.String })),
})))

/** Lints a document with Redocly's recommended rules. */
const lint = async (document: object) => {
  const folder = await mkdtemp(join(tmpdir(), "talonario-openapi-"))
  try {
    const file = join(folder, "openapi.json")
    await writeFile(file, JSON.stringify(document))
    const args = [redocly, "lint", "--extends=recommended", "--format=json", "--max-problems=1000", file]
    const options = { cwd: folder, env: { ...process.env, ...offline }, maxBuffer: 64_000_000 }
    // It exits with 1 when it finds errors, but still reports them.
    const { stdout } = await promisify(execFile)(process.execPath, args, options).catch((error: unknown) => {
      if (error instanceof Error && "stdout" in error) return { stdout: String(error.stdout) }
      throw error
    })
    return readReport(stdout)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Redocly asks for the address of the licence, which has none; 3.1 has an identifier instead. */
const known = { "3.1": new Set<string>(), "3.0": new Set(["info-license-strict"]) }

describe.concurrent("Redocly", () => {
  for (const version of ["3.1", "3.0"] as const) {
    it(`finds nothing wrong with the document in OpenAPI ${version}`, async () => {
      const { problems, totals } = await lint(openApiDocument(null, version))
      assert.strictEqual(totals.errors, 0, JSON.stringify(problems, null, 2))
      assert.deepStrictEqual(problems.filter(({ ruleId }) => !known[version].has(ruleId)), [])
    })
  }

  it("finds errors in a document of the wrong version", async () => {
    const { totals } = await lint({ ...openApiDocument(null, "3.1"), openapi: "3.0.3" })
    assert.isAbove(totals.errors, 10)
  })
})
