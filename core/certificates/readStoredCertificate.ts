import { Effect, Option } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { Storage, type StorageUnavailable } from "../ports/Storage.ts"
import { type NotFound, notFound } from "../refusals/refusal.ts"
import { type CertificateResource, certificateResource } from "./certificateResource.ts"

/** What may be shown of a company's certificate; refuses a company that has none. */
export const readStoredCertificate = (
  organizationId: OrganizationId,
): Effect.Effect<CertificateResource, NotFound | StorageUnavailable, Storage> =>
  Effect.flatMap(Storage, ({ find }) =>
    Effect.flatMap(find("certificate", organizationId, organizationId), Option.match({
      onNone: () => Effect.fail(notFound("el certificado")),
      onSome: (stored) => Effect.succeed(certificateResource(stored)),
    })))
