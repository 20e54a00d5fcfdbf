import { generateKeyPairSync, type KeyObject, sign, X509Certificate } from "node:crypto"
import { isIP } from "node:net"

/** A certificate and its key, in PEM. */
export interface Credentials {
  readonly cert: string
  readonly key: string
}

/** Days from now; default: from yesterday to tomorrow. */
export interface Validity {
  readonly from?: number
  readonly to?: number
}

/** An authority of this run alone: EC P-256, X.509 (RFC 5280) written by hand, without files or network. */
export const makeAuthority = (name = "Autoridad de pruebas") => {
  const own = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const root = { name, key: own.privateKey }
  const extensions = [basicConstraints]
  const ca = certificate({ issuer: root, subject: name, key: own.publicKey, validity: {}, extensions })
  /** A server's certificate for these names and IPv4 addresses. */
  const issue = (hosts: ReadonlyArray<string>, validity: Validity = {}): Credentials => {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
    const extensions = [subjectAltName(hosts)]
    const cert = certificate({ issuer: root, subject: hosts[0] ?? "", key: publicKey, validity, extensions })
    return { cert, key: privateKey.export({ type: "pkcs8", format: "pem" }).toString() }
  }
  return { ca, issue }
}

interface Wanted {
  readonly issuer: { readonly name: string; readonly key: KeyObject }
  readonly subject: string
  readonly key: KeyObject
  readonly validity: Validity
  readonly extensions: ReadonlyArray<Buffer>
}

const certificate = ({ extensions, issuer, key, subject, validity: { from = -1, to = 1 } }: Wanted): string => {
  const contents = sequence(
    der(0xa0, integer(Buffer.of(2))), // version 3
    integer(Buffer.from([1, ...crypto.getRandomValues(new Uint8Array(15))])),
    ecdsaWithSha256,
    commonName(issuer.name),
    sequence(utcTime(from), utcTime(to)),
    commonName(subject),
    key.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = sign("sha256", contents, issuer.key)
  return new X509Certificate(sequence(contents, ecdsaWithSha256, bitString(signature))).toString()
}

/** Tag, length and contents (X.690, section 8.1). */
const der = (tag: number, ...contents: ReadonlyArray<Uint8Array>): Buffer => {
  const body = Buffer.concat(contents)
  const length = body.length < 0x80
    ? [body.length]
    : body.length < 0x100
    ? [0x81, body.length]
    : [0x82, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}

const sequence = (...contents: ReadonlyArray<Uint8Array>): Buffer => der(0x30, ...contents)
const integer = (bytes: Uint8Array): Buffer => der(0x02, bytes)
const bitString = (bytes: Uint8Array): Buffer => der(0x03, Buffer.of(0), bytes)
const octetString = (bytes: Uint8Array): Buffer => der(0x04, bytes)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, "hex"))

const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302")) // 1.2.840.10045.4.3.2

/** A name of one part, CN (2.5.4.3) in UTF-8. */
const commonName = (text: string): Buffer =>
  sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from(text)))))

const utcTime = (days: number): Buffer => {
  const digits = new Date(Date.now() + days * 86_400_000).toISOString().replace(/\D/g, "")
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
}

const yes = der(0x01, Buffer.of(0xff))

/** It is an authority (2.5.29.19), critical. */
const basicConstraints = sequence(oid("551d13"), yes, octetString(sequence(yes)))

/** Whose it is (2.5.29.17). */
const subjectAltName = (hosts: ReadonlyArray<string>): Buffer => {
  const names = hosts.map((host) =>
    isIP(host) === 4 ? der(0x87, Buffer.from(host.split(".").map(Number))) : der(0x82, Buffer.from(host)))
  return sequence(oid("551d11"), octetString(sequence(...names)))
}
