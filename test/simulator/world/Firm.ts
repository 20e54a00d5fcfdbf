import { Effect } from "effect"
import { revokeAccessKey } from "../../../core/access/accessKeyCommands.ts"
import { issueAccessKey } from "../../../core/access/issueAccessKey.ts"
import { GroupCommit } from "../../../core/commit/GroupCommit.ts"
import type { Region } from "../../../core/tax/regions.ts"
import type { Books } from "../auditor/Books.ts"
import type { KeyKind } from "../requests/Ask.ts"
import { Known } from "../requests/Known.ts"
import type { World } from "./World.ts"

/** A company of the simulation. */
export interface Firm {
  readonly region: Region
  readonly keys: Readonly<Record<KeyKind, string>>
  readonly known: Known
  readonly books: Books
}

const nifs = ["B12345674", "B87654323", "A58818501"]

/** Opens a company with a key of each kind, and the auditor's books for it. */
export const openFirm = ({ auditor, someProcess: process, time }: World, region: Region, place: number): Firm => {
  const nif = nifs[place % nifs.length] ?? ""
  const nombre = `Talleres Núñez ${place}`
  const company = { nombre, razon_social: null, nif, region_fiscal: region }
  const { live, organizationId, test } = time.run(process.harness.openCompany(company))
  const key = (scopes: ReadonlyArray<"contacts:read">) =>
    process.run(issueAccessKey(organizationId, { modo: "live", scopes, nombre: null }))
  const revoked = key(["contacts:read"])
  process.run(Effect.flatMap(GroupCommit, ({ run }) => run(revokeAccessKey(organizationId, revoked.accessKey.id))))
  const keys = { live, test, narrow: key(["contacts:read"]).clave, revoked: revoked.clave, none: "" }
  const books = auditor.open({ organizationId, nif, nombre, region })
  books.lastInstant = time.now
  return { region, keys, known: new Known(), books }
}
