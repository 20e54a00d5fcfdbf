import { createHash, createHmac, type KeyObject, randomBytes, type X509Certificate } from "node:crypto"
import { integer, nothing, octetString, oid, sequence, setOf, tagged } from "./der.ts"

/** A certificate and its key as PKCS#12 (RFC 7292): the key encrypted with AES-256, the whole under SHA-256. */
export const pkcs12 = (certificate: X509Certificate, key: KeyObject, password: string): Uint8Array => {
  const encrypted = key.export({ type: "pkcs8", format: "der", cipher: "aes-256-cbc", passphrase: password })
  const x509 = sequence(oid("1.2.840.113549.1.9.22.1"), tagged(0, octetString(certificate.raw)))
  const bags = sequence(
    bag("1.2.840.113549.1.12.10.1.3", x509),
    bag("1.2.840.113549.1.12.10.1.2", encrypted),
  )
  const contents = sequence(data(bags))
  return sequence(integer(3), data(contents), authenticated(contents, password))
}

/** A SafeBag. The certificate and its key have the same local key id, by which they belong together (section 4.2). */
const bag = (type: string, value: Uint8Array): Buffer => sequence(oid(type), tagged(0, value), setOf(localKeyId))

const localKeyId = sequence(oid("1.2.840.113549.1.9.21"), setOf(octetString(Buffer.of(1))))

/** ContentInfo of type data (RFC 5652, section 4). */
const data = (content: Uint8Array): Buffer => sequence(oid("1.2.840.113549.1.7.1"), tagged(0, octetString(content)))

const iterations = 2_048

/** The MAC by which a wrong password is told (section 4, MacData). */
const authenticated = (contents: Uint8Array, password: string): Buffer => {
  const salt = randomBytes(16)
  const mac = createHmac("sha256", macKey(password, salt)).update(contents).digest()
  const digest = sequence(sequence(oid("2.16.840.1.101.3.4.2.1"), nothing), octetString(mac))
  return sequence(digest, octetString(salt), integer(iterations))
}

/** The key of the MAC (appendix B.2, with id 3): one block of SHA-256 is as long as it has to be. */
const macKey = (password: string, salt: Uint8Array): Buffer => {
  const blockSize = 64
  const filled = (bytes: Uint8Array): Buffer =>
    Buffer.alloc(Math.ceil(bytes.length / blockSize) * blockSize, bytes)
  // Big-endian UTF-16 with a terminating zero (appendix B.1).
  const secret = Buffer.from(`${password}\0`, "utf16le").swap16()
  let key = Buffer.concat([Buffer.alloc(blockSize, 3), filled(salt), filled(secret)])
  for (let turn = 0; turn < iterations; turn++) key = createHash("sha256").update(key).digest()
  return key
}
