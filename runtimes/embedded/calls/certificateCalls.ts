import { Effect, Redacted, Schema } from "effect"
import { removeCertificate, setCertificate } from "../../../core/certificates/certificateCommands.ts"
import { certificateResource } from "../../../core/certificates/certificateResource.ts"
import { readStoredCertificate } from "../../../core/certificates/readStoredCertificate.ts"
import { CertificateKind } from "../../../core/certificates/StoredCertificate.ts"
import type { OrganizationId } from "../../../core/identifiers/organizationId.ts"
import { invalidField } from "../../../core/refusals/refusal.ts"
import type { Face, Kinds } from "../faces/Face.ts"
import type { Caller } from "./Caller.ts"
import { bodyInput, fileBytes } from "./Input.ts"
import { toRead, toReadOnly } from "./read.ts"
import { runCommand } from "./write.ts"

const Certificate = Schema.Struct({
  pkcs12: fileBytes,
  password: Schema.String,
  tipo: Schema.optional(CertificateKind),
})

const fresh = bodyInput(Certificate)

/** Keeps a company's certificate; refuses one that cannot be opened, has expired or is not valid yet. */
const storeCertificate = (
  organizationId: OrganizationId,
  { password, pkcs12, tipo = "personal" }: typeof Certificate.Type,
) =>
  Effect.gen(function*() {
    const { readCertificate } = yield* Effect.promise(() => import("../../../adapters/aeat/certificates/readCertificate.ts"))
    const { passwordDoesNotFit } = yield* Effect.promise(() => import("../../../adapters/aeat/certificates/openedCertificate.ts"))
    const { caduca, titular } = yield* readCertificate(Redacted.make(pkcs12), Redacted.make(password)).pipe(
      Effect.mapError(({ reason }) => invalidField(reason === passwordDoesNotFit ? "password" : "pkcs12", reason)),
    )
    return certificateResource(yield* setCertificate(organizationId, { tipo, pkcs12, password, titular, caduca }))
  })

/** The certificate with which the company's records are sent to the AEAT. */
export const certificateCalls = <K extends Kinds>(
  { read }: Face<K>,
  caller: Caller,
) => {
  const { organizationId } = caller
  return {
    /**
     * Keeps a PKCS#12 with its password, sealed, in place of the one before; `sello` for a seal of the entity. From then on
     * records are sent. Refuses one that cannot be opened, has expired or is not valid yet.
     */
    setCertificate: read(toRead(caller, fresh, (given) => storeCertificate(organizationId, given))),
    /** Tells whose certificate it is and until when it is valid; never the certificate itself. `NotFound` without one. */
    readCertificate: read(toReadOnly(caller, readStoredCertificate(organizationId))),
    /** Deletes the certificate: records wait until there is another. `NotFound` without one. */
    removeCertificate: read(toReadOnly(caller, Effect.suspend(() => runCommand(removeCertificate(organizationId))))),
  }
}
