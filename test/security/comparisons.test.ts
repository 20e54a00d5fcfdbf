import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../", import.meta.url))

const files = ["core", "adapters", "runtimes"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${folder}/${file}`))

/**
 * Names of values that a stranger may try to guess. The huella and the seal of a record are not among them: whoever knows the
 * record knows them too.
 */
const telling = /(?:secret|secreto|signature|token|mac|digest|password|passphrase|clave|fingerprint)\)*$/i

const operand = String.raw`[\w$.?!()[\]]+`

/** Comparisons `a === b` that involve such a value, except with a literal, with undefined or of a length. */
const comparisons = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(new RegExp(String.raw`(${operand}) [!=]== (${operand})`, "g"))]
    .filter(([, left = "", right = ""]) => telling.test(left) || telling.test(right))
    .map(([all]) => all.replace(/^[(!]+|\)+$/g, ""))
    .filter((all) => !/[!=]== (?:undefined|null|\d+|true|false)$/.test(all))

/** Comparisons that are safe because they are of SHA-256 hashes, whose first bytes nobody can choose. */
const harmless: Readonly<Record<string, ReadonlyArray<string>>> = {
  "adapters/aeat/http/connections.ts": ["that.fingerprint === this.fingerprint"],
  "adapters/memory/StorageMemory.ts": ["row.fingerprint === fingerprint"],
  "core/idempotency/onceOnly.ts": ["known.fingerprint === request.fingerprint"],
}

describe("secrets and signatures", () => {
  it("are never compared in a time that reveals how much of a guess was right", () => {
    const found = files.flatMap((file) =>
      comparisons(readFileSync(join(root, file), "utf8"))
        .filter((one) => !harmless[file]?.includes(one))
        .map((one) => `${file}: ${one}`))
    assert.deepStrictEqual(found, [])
  })

  it("would be found by this test if they were", () => {
    const seen = (text: string) => comparisons(text).length
    const telling = ["if (given === secret) {", "return mac !== presented", "a.token === b", "(x === this.signature)"]
    assert.deepStrictEqual(telling.map(seen), [1, 1, 1, 1])
    const harmless = ["secret === undefined", "token !== null", "mac.length !== 16", "kind === other"]
    assert.deepStrictEqual(harmless.map(seen), [0, 0, 0, 0])
  })
})
