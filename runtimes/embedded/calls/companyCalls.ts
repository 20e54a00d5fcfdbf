import { Effect, Schema } from "effect"
import { AccessKeyName } from "../../../core/access/AccessKey.ts"
import { revokeAccessKey } from "../../../core/access/accessKeyCommands.ts"
import { accessKeyResource } from "../../../core/access/accessKeyResource.ts"
import { issueAccessKey } from "../../../core/access/issueAccessKey.ts"
import { KeyMode } from "../../../core/access/keyText.ts"
import { Scope, scopes as everyScope } from "../../../core/access/scopes.ts"
import { removeCertificate } from "../../../core/certificates/certificateCommands.ts"
import { readStoredCertificate } from "../../../core/certificates/readStoredCertificate.ts"
import { type Command, mapResult } from "../../../core/commit/Command.ts"
import { GroupCommit } from "../../../core/commit/GroupCommit.ts"
import { organizationResource, OrganizationResource } from "../../../core/organizations/Organization.ts"
import { updateOrganization } from "../../../core/organizations/organizationCommands.ts"
import { OrganizationPatch } from "../../../core/organizations/organizationInput.ts"
import { readOrganization } from "../../../core/organizations/readOrganization.ts"
import { setLogo } from "../../../core/organizations/setLogo.ts"
import { Storage } from "../../../core/ports/Storage.ts"
import type { Face, Kinds } from "../faces/Face.ts"
import type { Caller } from "./Caller.ts"
import { certificateInput, storeCertificate } from "./certificates.ts"
import { bodyInput, byId, idsInput } from "./Input.ts"
import { toRead, toReadOnly } from "./read.ts"
import { toWrite } from "./write.ts"

const patch = bodyInput(OrganizationPatch)
const logo = bodyInput(Schema.Struct({ fichero: Schema.NullOr(Schema.Uint8ArrayFromSelf) }))
const id = idsInput(byId)
const fresh = bodyInput(Schema.Struct({
  modo: KeyMode,
  scopes: Schema.Union(Schema.Literal("all"), Schema.NonEmptyArray(Scope)),
  nombre: AccessKeyName,
}))

const run = <A>(command: Command<A>) => Effect.flatMap(GroupCommit, (commit) => commit.run(command))

/** The company itself (contract, section 2.1). */
export const accountCalls = <K extends Kinds>(
  { read, write }: Face<K>,
  caller: Caller,
) => {
  const { organizationId } = caller
  return {
    readOrganization: read(toReadOnly(caller, Effect.map(readOrganization(organizationId), organizationResource))),
    /** Changes what is given; null resets. What was issued keeps what it shows. */
    updateOrganization: write(toWrite(caller, {
      name: "updateOrganization",
      input: patch,
      command: (body) => mapResult(updateOrganization(organizationId, body), organizationResource),
      shown: OrganizationResource,
    })),
    /** PNG or JPEG, 256 KiB at most; null takes it away. What was issued keeps its own. */
    setLogo: read(toRead(caller, logo, ({ fichero }) => run(setLogo(organizationId, fichero)))),
  }
}

/** The company's access keys to the HTTP interface (decisions, section 3). */
export const keyCalls = <K extends Kinds>(
  { read }: Face<K>,
  caller: Caller,
) => {
  const { organizationId } = caller
  return {
    /** `clave` is shown here and never again. */
    createKey: read(toRead(caller, fresh, ({ modo, nombre = null, scopes }) =>
      Effect.map(
        issueAccessKey(organizationId, { modo, nombre, scopes: scopes === "all" ? everyScope : scopes }),
        ({ accessKey, clave }) => ({ ...accessKeyResource(accessKey), clave }),
      ))),
    /** All of them, revoked ones too, oldest first. */
    listKeys: read(toReadOnly(caller, Effect.flatMap(Storage, ({ accessKeys }) =>
      Effect.map(accessKeys(organizationId), (keys) => keys.map(accessKeyResource))))),
    /** Makes it useless at once, on every node. */
    revokeKey: read(toRead(caller, id, (given) =>
      run(mapResult(revokeAccessKey(organizationId, given.id), accessKeyResource)))),
  }
}

/** The certificate with which the company's records are sent to the AEAT. */
export const certificateCalls = <K extends Kinds>(
  { read }: Face<K>,
  caller: Caller,
) => {
  const { organizationId } = caller
  return {
    /** A PKCS#12 with its password, kept sealed in place of the one before. From then on records are sent. */
    setCertificate: read(toRead(caller, certificateInput, (given) => storeCertificate(organizationId, given))),
    /** Whose it is and until when; never the certificate itself. */
    readCertificate: read(toReadOnly(caller, readStoredCertificate(organizationId))),
    /** Records made from then on wait for another one. */
    removeCertificate: read(toReadOnly(caller, Effect.suspend(() => run(removeCertificate(organizationId))))),
  }
}
