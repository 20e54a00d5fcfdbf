import { assert, it } from "@effect/vitest"
import { Either, Redacted } from "effect"
import { X509Certificate } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openedCertificate } from "../../adapters/aeat/certificates/openedCertificate.ts"
import { keptCredentials } from "../../adapters/aeat/standIn/certificates/keptCredentials.ts"

it("clients get a certificate from the present authority, also when that had to be created anew", () => {
  const folder = mkdtempSync(join(tmpdir(), "talonario-stand-in-"))
  try {
    const isOfAuthority = (): boolean => {
      const { authority, files } = keptCredentials(folder, ["localhost"], Date.now())
      const password = Redacted.make(readFileSync(files.clientPassword, "utf8"))
      const client = openedCertificate({ pkcs12: Redacted.make(readFileSync(files.client)), password })
      return Either.getOrThrow(client).x509.verify(new X509Certificate(authority).publicKey)
    }
    assert.isTrue(isOfAuthority())
    const made = readFileSync(join(folder, "client.p12"))
    assert.isTrue(isOfAuthority())
    assert.deepStrictEqual(readFileSync(join(folder, "client.p12")), made)
    rmSync(join(folder, "ca.pem"))
    assert.isTrue(isOfAuthority())
    for (const [name, what] of [["ca-key.pem", "private key"], ["ca.pem", "certificate"]] as const) {
      const damaged = join(folder, name)
      writeFileSync(damaged, "")
      assert.throws(isOfAuthority, `${damaged} holds no ${what}: remove it to have all made anew`)
      rmSync(damaged)
      assert.isTrue(isOfAuthority())
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
