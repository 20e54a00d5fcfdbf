import { Effect } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { headerName } from "../organizations/Organization.ts"
import { readOrganization } from "../organizations/readOrganization.ts"
import type { Credentials, Taxpayer } from "../ports/TaxAuthority.ts"
import { openCertificate } from "./openCertificate.ts"

/** The company as taxpayer, with its certificate opened for a call. */
export const credentialsOf = Effect.fnUntraced(function*(organizationId: OrganizationId) {
  const certificate = yield* openCertificate(organizationId)
  return { certificate, obligado: yield* taxpayer(organizationId) } satisfies Credentials
})

/** The message's header has to name the issuer of the records (AEAT, error 1108), by its present name. */
const taxpayer = (organizationId: OrganizationId) =>
  Effect.map(readOrganization(organizationId), (organization): Taxpayer => {
    const { nif } = organization
    if (nif === null) throw new Error("a company with records has a NIF")
    return { nombre: headerName(organization), nif }
  })
