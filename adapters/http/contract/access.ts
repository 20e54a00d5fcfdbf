import * as OpenApi from "@effect/platform/OpenApi"
import { Context } from "effect"
import type { Scope } from "../../../core/access/scopes.ts"

/** Who may call an endpoint: anybody, any valid key, or a key with the scope. */
export type Access = "anybody" | "any key" | Scope

/** The access of an endpoint, as an annotation of its declaration. */
export class EndpointAccess extends Context.Tag("talonario/EndpointAccess")<EndpointAccess, Access>() {}

/** What every endpoint declares besides its shapes: who may call it, and a Spanish line for the document. */
export const described = (access: Access, summary: string): Context.Context<never> =>
  Context.merge(OpenApi.annotations({ summary }), Context.make(EndpointAccess, access))
