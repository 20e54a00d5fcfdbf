import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, TestClock } from "effect"
import { generateKeyPairSync, sign, X509Certificate } from "node:crypto"
import { holderOf, readCertificate } from "../../adapters/aeat/certificates/readCertificate.ts"
import {
  bitString,
  integer,
  octetString,
  oid,
  sequence,
  setOf,
  tagged,
  utcTime,
  utf8String,
} from "../../adapters/aeat/standIn/certificates/der.ts"
import { makeAuthority } from "../../adapters/aeat/standIn/certificates/makeAuthority.ts"
import { pkcs12 } from "../../adapters/aeat/standIn/certificates/pkcs12.ts"
import { legacyCertificate } from "./legacyCertificate.ts"

const day = 86_400_000
const now = Date.parse("2026-11-20T10:00:00Z")
const authority = makeAuthority("Autoridad de pruebas", { from: now - day, to: now + day })
const holder = { name: "PÉREZ, ANA - 12345678Z", nif: "12345678Z", organizationNif: "B12345674" }
const file = authority.client(holder, "contraseña", { from: now - day, to: now + day })

const read = (pkcs12: Uint8Array, password: string) =>
  Effect.zipRight(TestClock.setTime(now), readCertificate(Redacted.make(pkcs12), Redacted.make(password)))

const reasonOf = (pkcs12: Uint8Array, password: string) =>
  Effect.map(Effect.flip(read(pkcs12, password)), ({ reason }) => reason)

/** A file with a certificate of an RSA key of so many bits, signed with itself; its password is "x". */
const ofRsaKey = (bits: number): Uint8Array => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: bits })
  const sha256WithRsa = sequence(oid("1.2.840.113549.1.1.11"), Buffer.of(5, 0))
  const name = sequence(setOf(sequence(oid("2.5.4.3"), utf8String("ANA"))))
  const contents = sequence(
    tagged(0, integer(2)),
    integer(1),
    sha256WithRsa,
    name,
    sequence(utcTime(now - day), utcTime(now + day)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  )
  const signature = sign("sha256", contents, privateKey)
  return pkcs12(new X509Certificate(sequence(contents, sha256WithRsa, bitString(signature))), privateKey, "x")
}

describe("certificates", () => {
  it.effect("name their holder and their last day", () =>
    Effect.gen(function*() {
      const found = yield* read(file, "contraseña")
      assert.deepStrictEqual({ ...found }, { titular: "PÉREZ, ANA - 12345678Z", nif: "B12345674", caduca: found.caduca })
      assert.strictEqual(found.caduca, now + day)
    }))

  it.effect("say since or from when they hold, if they have expired or do not hold yet", () =>
    Effect.gen(function*() {
      const reasonAt = (from: number, to: number) => Effect.flip(read(authority.client(holder, "x", { from, to }), "x"))
      assert.strictEqual((yield* reasonAt(now - 9 * day, now)).reason, "el certificado caducó el 20/11/2026")
      const halfPastMidnight = Date.parse("2026-11-18T23:30:00Z")
      assert.strictEqual((yield* reasonAt(now - 9 * day, halfPastMidnight)).reason, "el certificado caducó el 19/11/2026")
      assert.strictEqual((yield* reasonAt(now + 1_000, now + day)).reason, "el certificado no vale hasta el 20/11/2026")
      yield* read(authority.client(holder, "x", { from: now, to: now + 1_000 }), "x")
    }))

  it.effect("give what is wrong with them in Spanish", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* reasonOf(file, "otra"), "la contraseña del certificado no es correcta")
      assert.strictEqual(yield* reasonOf(file, ""), "la contraseña del certificado no es correcta")
      const none = "el fichero no es un certificado PKCS#12 (.p12 o .pfx)"
      assert.strictEqual(yield* reasonOf(new Uint8Array(), "x"), none)
      assert.strictEqual(yield* reasonOf(file.subarray(0, 300), "contraseña"), none)
      assert.strictEqual(yield* reasonOf(new TextEncoder().encode(authority.own.cert), "x"), none)
    }))

  it.effect("that come without their key, or with another one, say which of them is missing", () =>
    Effect.gen(function*() {
      const certificate = new X509Certificate(authority.own.cert)
      const data = (content: Uint8Array) => sequence(oid("1.2.840.113549.1.7.1"), tagged(0, octetString(content)))
      const x509 = sequence(oid("1.2.840.113549.1.9.22.1"), tagged(0, octetString(certificate.raw)))
      const bag = sequence(oid("1.2.840.113549.1.12.10.1.3"), tagged(0, x509))
      const alone = sequence(integer(3), data(sequence(data(sequence(bag)))))
      assert.strictEqual(yield* reasonOf(alone, ""), "el fichero no contiene la clave privada del certificado")
      const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
      const ofAnother = pkcs12(certificate, privateKey, "x")
      assert.strictEqual(yield* reasonOf(ofAnother, "x"), "el fichero no contiene el certificado de su clave privada")
    }))

  it.effect("that use the old encryption are refused with the way to convert them", () =>
    Effect.gen(function*() {
      const reason = yield* reasonOf(legacyCertificate, "secreto")
      assert.include(reason, "(RC2 o RC4)")
      assert.include(reason, "openssl pkcs12 -legacy -in antiguo.p12")
      assert.strictEqual(yield* reasonOf(legacyCertificate, "otra"), "la contraseña del certificado no es correcta")
    }))

  it.effect("that are too weak for connections say so", () =>
    Effect.gen(function*() {
      // Whether OpenSSL also refuses a weak signature here depends on its version.
      assert.strictEqual(yield* reasonOf(ofRsaKey(512), "x"), "la clave o la firma del certificado es demasiado débil")
      yield* read(ofRsaKey(2048), "x")
    }))

  it("may name a NIF in several ways", () => {
    const nifOf = (subject: string) => holderOf(subject).nif
    assert.strictEqual(nifOf("C=ES\norganizationIdentifier=VATES-B12345674\nserialNumber=IDCES-12345678Z\nCN=X"), "B12345674")
    assert.strictEqual(nifOf("C=ES\n2.5.4.97=VATES-B12345674\nCN=X"), "B12345674")
    assert.strictEqual(nifOf("C=ES\nserialNumber=IDCES-12345678Z\nCN=ANA - 12345678Z"), "12345678Z")
    assert.strictEqual(nifOf("C=ES\nserialNumber=B12345674\nCN=SELLO"), "B12345674")
    assert.strictEqual(nifOf("C=ES\nCN=NOMBRE PEREZ ANA - NIF 12345678Z"), "12345678Z")
    assert.strictEqual(nifOf("C=ES\nserialNumber=IDCES-12345678Z + CN=ANA"), "12345678Z")
    assert.strictEqual(nifOf("C=ES\nserialNumber=IDCES-12345678A\nCN=X"), null)
    assert.strictEqual(nifOf("CN=localhost"), null)
    assert.strictEqual(nifOf(""), null)
  })

  it("are shown by their common name, or by the whole subject without one", () => {
    assert.strictEqual(holderOf("C=ES\nCN=PÉREZ\\, ANA \\\"LA JEFA\\\"").titular, "PÉREZ, ANA \"LA JEFA\"")
    assert.strictEqual(holderOf("C=ES\nserialNumber=IDCES-12345678Z + CN=ANA + PEPE").titular, "ANA + PEPE")
    assert.strictEqual(holderOf("C=ES + O=Talleres\\, SL\nOU=Ventas").titular, "C=ES + O=Talleres, SL, OU=Ventas")
  })
})
