import { Console, Effect, Redacted, Schema } from "effect"
import { readFile } from "node:fs/promises"
import { type CertificateHolder, readCertificate } from "../../../../adapters/aeat/certificates/readCertificate.ts"
import * as SecretBoxWebCrypto from "../../../../adapters/crypto/SecretBoxWebCrypto.ts"
import { removeCertificate, setCertificate } from "../../../../core/certificates/certificateCommands.ts"
import { type CertificateResource, certificateResource } from "../../../../core/certificates/certificateResource.ts"
import { readStoredCertificate } from "../../../../core/certificates/readStoredCertificate.ts"
import { CertificateKind } from "../../../../core/certificates/StoredCertificate.ts"
import { GroupCommit } from "../../../../core/commit/GroupCommit.ts"
import { organizationId } from "../../../../core/identifiers/organizationId.ts"
import { findOrganization } from "../../../../core/organizations/findOrganization.ts"
import type { Organization } from "../../../../core/organizations/Organization.ts"
import { engine } from "../../engine.ts"
import { installationSecret } from "../../installationSecret.ts"
import type { Answer, Run } from "../Command.ts"
import { CommandFailed, WrongUsage } from "../commandErrors.ts"
import { fileFailure } from "../fileFailure.ts"
import { type Options, required, together } from "../options.ts"

const shown = (certificate: CertificateResource): Answer => {
  const { caduca, empresa_id, tipo, titular } = certificate
  return { text: `${empresa_id}  ${titular}  ${tipo}  caduca ${caduca}`, json: certificate }
}

const read = (path: string): Effect.Effect<Uint8Array, CommandFailed> =>
  Effect.tryPromise({ try: () => readFile(path), catch: fileFailure(path) })

/** Editors end a file with a line end, which is no part of a password; PowerShell writes UTF-16, and says so by its first bytes. */
const readPassword = (path: string) =>
  Effect.map(read(path), (bytes) => {
    const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-8"
    return Redacted.make(new TextDecoder(encoding).decode(bytes).replace(/\r?\n$/, ""))
  })

const kindOf = (options: Options): Effect.Effect<CertificateKind, WrongUsage> => {
  const given = options.value("tipo") ?? "personal"
  return Schema.is(CertificateKind)(given)
    ? Effect.succeed(given)
    : new WrongUsage({ message: `--tipo is personal or sello, not "${given}"` })
}

const companyOf = (options: Options) =>
  Effect.flatMap(required(options, "org"), (id) => findOrganization(organizationId(id)))

/** A representative or an adviser may present records too (AEAT, error 4112), so another holder is let through. */
const warnOfOther = ({ nif }: CertificateHolder, company: Organization) =>
  nif === company.nif
    ? Effect.void
    : Console.error(
      `warning: the certificate is of ${nif ?? "nobody with a NIF"}, the company's NIF is ${company.nif ?? "not set"}: `
        + "the holder needs to be its representative, attorney or adviser",
    )

/** `talonario certificate set` */
export const keepCertificate: Run = (options) =>
  Effect.gen(function*() {
    const { file, passwordFile, tipo } = yield* Effect.mapError(Effect.all({
      org: required(options, "org"),
      file: required(options, "file"),
      passwordFile: required(options, "password-file"),
      tipo: kindOf(options),
    }, { mode: "validate" }), together)
    const pkcs12 = yield* read(file)
    const password = yield* readPassword(passwordFile)
    const holder = yield* readCertificate(Redacted.make(pkcs12), password).pipe(
      Effect.catchTag("CertificateUnusable", ({ reason }) => new CommandFailed({ message: reason })),
    )
    const { caduca, titular } = holder
    const secret = Redacted.value(yield* installationSecret)
    const act = Effect.gen(function*() {
      const company = yield* companyOf(options)
      const given = { tipo, pkcs12, password: Redacted.value(password), titular, caduca }
      const stored = yield* setCertificate(company.id, given)
      yield* warnOfOther(holder, company)
      return shown(certificateResource(stored))
    })
    return yield* act.pipe(Effect.provide(SecretBoxWebCrypto.layer(secret)), Effect.provide(engine))
  })

/** `talonario certificate show` */
export const showCertificate: Run = (options) =>
  companyOf(options).pipe(
    Effect.flatMap(({ id }) => readStoredCertificate(id)),
    Effect.map(shown),
    Effect.provide(engine),
  )

/** `talonario certificate remove` */
export const forgetCertificate: Run = (options) =>
  Effect.gen(function*() {
    const { id } = yield* companyOf(options)
    const { run } = yield* GroupCommit
    yield* run(removeCertificate(id))
    const answer: Answer = { text: `${id}  sin certificado`, json: { empresa_id: id, certificado: null } }
    return answer
  }).pipe(Effect.provide(engine))
