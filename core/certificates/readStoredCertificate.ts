import type { Effect } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { readShown } from "../pagination/readShown.ts"
import type { Storage, StorageUnavailable } from "../ports/Storage.ts"
import { type NotFound, notFound } from "../refusals/refusal.ts"
import { type CertificateResource, certificateResource } from "./certificateResource.ts"

/** What may be shown of a company's certificate; refuses a company that has none. */
export const readStoredCertificate = (
  organizationId: OrganizationId,
): Effect.Effect<CertificateResource, NotFound | StorageUnavailable, Storage> =>
  readShown("certificate", organizationId, organizationId, notFound("el certificado"), certificateResource)
