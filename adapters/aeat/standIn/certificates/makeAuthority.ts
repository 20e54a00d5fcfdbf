import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from "node:crypto"
import { isIP } from "node:net"
import {
  bitString,
  der,
  integer,
  integerOf,
  octetString,
  oid,
  sequence,
  setOf,
  tagged,
  utcTime,
  utf8String,
  yes,
} from "./der.ts"
import { pkcs12 } from "./pkcs12.ts"

/** A certificate and its key, in PEM. */
export interface Credentials {
  readonly cert: string
  readonly key: string
}

/** From when to when a certificate is valid, in milliseconds since 1970. */
export interface Validity {
  readonly from: number
  readonly to: number
}

/** Whose a client's certificate is, as FNMT writes those of a person who stands for an entity. */
export interface Holder {
  readonly name: string
  /** Of the person, or of the entity for a seal. */
  readonly nif: string
  /** Of the entity that the person stands for. */
  readonly organizationNif?: string
}

/** A certificate authority for development and tests: EC P-256, X.509 (RFC 5280) written by hand. */
export interface Authority {
  readonly own: Credentials
  /** A server's certificate for these names and IPv4 addresses. */
  readonly server: (hosts: ReadonlyArray<string>, validity: Validity) => Credentials
  /** A client's certificate, as PKCS#12. */
  readonly client: (holder: Holder, password: string, validity: Validity) => Uint8Array
}

/** A new authority. */
export const makeAuthority = (name: string, validity: Validity): Authority => {
  const { privateKey, publicKey } = newKeys()
  const cert = certificate({
    issuer: { name: subjectName([["2.5.4.3", name]]), key: privateKey },
    subject: subjectName([["2.5.4.3", name]]),
    key: publicKey,
    validity,
    // Basic constraints: it is an authority. Key usage: it signs certificates and revocations.
    extensions: [
      extension("2.5.29.19", sequence(yes), true),
      extension("2.5.29.15", der(0x03, Buffer.of(1, 0x06)), true),
    ],
  })
  return authorityOf({ cert: cert.toString(), key: pemOf(privateKey) }, name)
}

/** An authority that was made before. */
export const authorityOf = (own: Credentials, name: string): Authority => {
  const issuer = { name: subjectName([["2.5.4.3", name]]), key: createPrivateKey(own.key) }
  return {
    own,
    server: (hosts, validity) => {
      const { privateKey, publicKey } = newKeys()
      const subject = subjectName([["2.5.4.3", hosts[0] ?? ""]])
      const extensions = [subjectAltName(hosts), extendedUse("1.3.6.1.5.5.7.3.1")]
      const cert = certificate({ issuer, subject, key: publicKey, validity, extensions })
      return { cert: cert.toString(), key: pemOf(privateKey) }
    },
    client: (holder, password, validity) => {
      const { privateKey, publicKey } = newKeys()
      const extensions = [extendedUse("1.3.6.1.5.5.7.3.2")]
      const cert = certificate({ issuer, subject: holderName(holder), key: publicKey, validity, extensions })
      return pkcs12(cert, privateKey, password)
    },
  }
}

const newKeys = () => generateKeyPairSync("ec", { namedCurve: "P-256" })

const pemOf = (key: KeyObject): string => key.export({ type: "pkcs8", format: "pem" }).toString()

/** What a certificate is made of. */
interface Wanted {
  readonly issuer: { readonly name: Buffer; readonly key: KeyObject }
  readonly subject: Buffer
  readonly key: KeyObject
  readonly validity: Validity
  readonly extensions: ReadonlyArray<Buffer>
}

const certificate = ({ extensions, issuer, key, subject, validity: { from, to } }: Wanted): X509Certificate => {
  const contents = sequence(
    tagged(0, integer(2)), // version 3
    integerOf(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    ecdsaWithSha256,
    issuer.name,
    sequence(utcTime(from), utcTime(to)),
    subject,
    key.export({ type: "spki", format: "der" }),
    tagged(3, sequence(...extensions)),
  )
  return new X509Certificate(sequence(contents, ecdsaWithSha256, bitString(sign("sha256", contents, issuer.key))))
}

const ecdsaWithSha256 = sequence(oid("1.2.840.10045.4.3.2"))

const subjectName = (parts: ReadonlyArray<readonly [type: string, text: string]>): Buffer =>
  sequence(...parts.map(([type, text]) => setOf(sequence(oid(type), utf8String(text)))))

/** Identities as ETSI EN 319 412-1, section 5.1 writes them. */
const holderName = ({ name, nif, organizationNif }: Holder): Buffer =>
  subjectName([
    ["2.5.4.6", "ES"],
    ...(organizationNif === undefined ? [] : [["2.5.4.97", `VATES-${organizationNif}`] as const]),
    ["2.5.4.5", `IDCES-${nif}`],
    ["2.5.4.3", name],
  ])

const extension = (type: string, value: Buffer, isCritical = false): Buffer =>
  sequence(oid(type), ...(isCritical ? [yes] : []), octetString(value))

const extendedUse = (purpose: string): Buffer => extension("2.5.29.37", sequence(oid(purpose)))

const subjectAltName = (hosts: ReadonlyArray<string>): Buffer =>
  extension("2.5.29.17", sequence(...hosts.map((host) =>
    isIP(host) === 4 ? der(0x87, Buffer.from(host.split(".").map(Number))) : der(0x82, Buffer.from(host)))))
