import * as OpenApi from "@effect/platform/OpenApi"
import { Context } from "effect"
import type { Scope } from "../../../core/access/scopes.ts"

/** Who may call an endpoint: anybody, any valid key, or a key with the scope. */
export type Access = "anybody" | "any key" | Scope

/** The access of an endpoint, as an annotation of its declaration. */
export class EndpointAccess extends Context.Tag("talonario/EndpointAccess")<EndpointAccess, Access>() {}

/** What the document may say of an endpoint beyond what follows from its declaration. */
interface EndpointRemarks {
  /** What programs should know before they call it; Spanish, Markdown. */
  readonly description?: string
  /** A body to send, in place of the one that the document makes from the schema. */
  readonly bodyExample?: unknown
  /** What 503 means here; files that are printed have theirs without it. */
  readonly unavailable?: string
}

/** The remarks on an endpoint, as an annotation of its declaration. */
export class Remarks extends Context.Reference<Remarks>()("talonario/EndpointRemarks", {
  defaultValue: (): EndpointRemarks => ({}),
}) {}

/** What every endpoint declares besides its shapes: who may call it, and a Spanish line for the document. */
export const described = (
  access: Access,
  summary: string,
  remarks: EndpointRemarks = {},
): Context.Context<never> =>
  OpenApi.annotations({
    summary,
    ...(remarks.description === undefined ? {} : { description: remarks.description }),
  }).pipe(
    Context.add(EndpointAccess, access),
    Context.add(Remarks, remarks),
  )
