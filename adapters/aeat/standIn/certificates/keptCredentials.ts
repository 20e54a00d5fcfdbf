import { X509Certificate } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Authority, authorityOf, type Credentials, makeAuthority } from "./makeAuthority.ts"

/** The credentials of a stand-in and of its clients. */
export interface KeptCredentials {
  readonly server: Credentials
  /** The certificate of the authority that has issued all of them, in PEM. */
  readonly authority: string
  readonly files: CredentialFiles
}

/** Paths of the files that the stand-in leaves for its clients. */
export interface CredentialFiles {
  /** What clients are to trust, in PEM. */
  readonly ca: string
  /** A sample certificate for clients, PKCS#12. */
  readonly client: string
  readonly clientPassword: string
}

/**
 * The credentials that are kept in a folder, which must exist. What is missing is made; with a new authority also what the old
 * one had issued. The authority stays from one start to the next, so that clients need not be told of a new one; the server's
 * certificate is new each time.
 */
export const keptCredentials = (folder: string, hosts: ReadonlyArray<string>, now: number): KeptCredentials => {
  const files = {
    ca: join(folder, "ca.pem"),
    client: join(folder, "client.p12"),
    clientPassword: join(folder, "client-password.txt"),
  }
  const keyFile = join(folder, "ca-key.pem")
  const isKept = existsSync(files.ca) && existsSync(keyFile)
  const authority = isKept ? keptAuthority(files.ca, keyFile) : newAuthority(files.ca, keyFile, now)
  if (!isKept || !existsSync(files.client) || !existsSync(files.clientPassword)) {
    const password = "talonario"
    const holder = { name: "PRUEBAS DEL SIMULACRO - 12345678Z", nif: "12345678Z", organizationNif: "B12345674" }
    writeFileSync(files.client, authority.client(holder, password, years(now, 5)), { mode: 0o600 })
    writeFileSync(files.clientPassword, password, { mode: 0o600 })
  }
  return { server: authority.server(hosts, years(now, 1)), authority: authority.own.cert, files }
}

const name = "Simulacro de la AEAT (Talonario), sin valor"

const keptAuthority = (certFile: string, keyFile: string): Authority => {
  const cert = readFileSync(certFile, "utf8")
  const key = readFileSync(keyFile, "utf8")
  intact(certFile, "certificate", () => new X509Certificate(cert))
  return intact(keyFile, "private key", () => authorityOf({ cert, key }, name))
}

/** What is in a file, unless it is damaged. */
const intact = <A>(file: string, what: string, read: () => A): A => {
  try {
    return read()
  } catch (error) {
    throw new Error(`${file} holds no ${what}: remove it to have all made anew`, { cause: error })
  }
}

const newAuthority = (certFile: string, keyFile: string, now: number): Authority => {
  const made = makeAuthority(name, years(now, 10))
  writeFileSync(certFile, made.own.cert)
  writeFileSync(keyFile, made.own.key, { mode: 0o600 })
  return made
}

/** A validity of so many years; from yesterday on, as clocks may differ. */
const years = (now: number, count: number) => ({ from: now - 86_400_000, to: now + count * 365 * 86_400_000 })
