import { Effect, Redacted, Schema } from "effect"
import { setCertificate } from "../../../core/certificates/certificateCommands.ts"
import { certificateResource } from "../../../core/certificates/certificateResource.ts"
import { CertificateKind } from "../../../core/certificates/StoredCertificate.ts"
import type { OrganizationId } from "../../../core/identifiers/organizationId.ts"
import { invalidField } from "../../../core/refusals/refusal.ts"
import { bodyInput } from "./Input.ts"

const Certificate = Schema.Struct({
  pkcs12: Schema.Uint8ArrayFromSelf,
  password: Schema.String,
  tipo: Schema.optional(CertificateKind),
})

/** A PKCS#12 file with its password; `sello` for a seal of the entity. */
export const certificateInput = bodyInput(Certificate)

/** Keeps a company's certificate; refuses one that cannot be opened, has expired or is not valid yet. */
export const storeCertificate = (
  organizationId: OrganizationId,
  { password, pkcs12, tipo = "personal" }: typeof Certificate.Type,
) =>
  Effect.gen(function*() {
    const { readCertificate } = yield* Effect.promise(() => import("../../../adapters/aeat/certificates/readCertificate.ts"))
    const { caduca, titular } = yield* readCertificate(Redacted.make(pkcs12), Redacted.make(password)).pipe(
      Effect.mapError(({ reason }) => invalidField("pkcs12", reason)),
    )
    return certificateResource(yield* setCertificate(organizationId, { tipo, pkcs12, password, titular, caduca }))
  })
