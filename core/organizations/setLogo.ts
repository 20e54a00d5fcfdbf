import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Either } from "effect"
import { type Command, unchanged } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { invalidField } from "../refusals/refusal.ts"
import { instantOnDay } from "../tax/regions.ts"
import { type Letterhead, letterheadKey, type Logo, type LogoFacts } from "./Letterhead.ts"
import { readLogoPicture } from "./logoPicture.ts"
import { foundOrganization, organizationKey } from "./presentOrganization.ts"

/**
 * Sets a company's logo, or takes it away (null). Drafts and documents that are issued from now on show it; issued documents
 * keep the one they had. Refuses a file that cannot be a logo (`readLogoPicture`).
 */
export const setLogo = (organizationId: OrganizationId, file: Uint8Array | null): Command<LogoFacts | null> => {
  const id = file === null ? null : bytesToHex(sha256(file))
  const logoKey = id === null ? [] : [key("logo", organizationId, id)]
  const letterhead = letterheadKey(organizationId)
  return {
    organizationId,
    reads: () => [organizationKey(organizationId), letterhead, ...logoKey],
    decide: (view, supply) => {
      const organization = foundOrganization(view, organizationId)
      if (Either.isLeft(organization)) return Either.left(organization.left)
      const picture = file === null ? null : readLogoPicture(file)
      if (picture !== null && Either.isLeft(picture)) {
        return Either.left(invalidField("fichero", picture.left))
      }
      const facts: LogoFacts | null = id === null || picture === null ? null : { id, ...picture.right }
      const logos = view.get("letterhead", organizationId, organizationId)?.logos ?? []
      const desde = instantOnDay(organization.right.region_fiscal, supply)
      const last = logos.at(-1)
      // A logo that was set while the clock was ahead does not count yet.
      const holds = (last?.desde ?? desde) <= desde
      if (holds && (last?.logo?.id ?? null) === id) return Either.right(unchanged(facts))
      const next = { desde, logo: facts }
      const row: Letterhead = { organizationId, id: organizationId, logos: [...logos, next] }
      const known = id !== null && view.get("logo", organizationId, id) !== undefined
      const logo: Logo | null = facts === null || file === null || known ? null
        : { organizationId, ...facts, contenido: file, creado: supply.now }
      return Either.right({
        result: facts,
        rows: [...(logo === null ? [] : [{ table: "logo" as const, row: logo }]), { table: "letterhead", row }],
        events: [],
      })
    },
  }
}
