import { Schema } from "effect"

/** Every scope that a key can carry (decisions section 1), in the order in which they are shown. */
export const scopes = [
  "contacts:read",
  "contacts:write",
  "products:read",
  "products:write",
  "expenses:read",
  "expenses:write",
  "expenses:approve",
  "invoices:read",
  "invoices:write",
  "payments:read",
  "payments:write",
  "webhooks:manage",
  "activity:read",
  "registry:read",
  "subscriptions:read",
  "subscriptions:write",
  "purchases:read",
  "purchases:write",
  "deals:read",
  "deals:write",
  "members:read",
  "members:write",
  "donations:read",
  "donations:write",
  "stores:read",
  "stores:write",
] as const

/** A permission that a key may have, such as to read invoices. */
export const Scope = Schema.Literal(...scopes)
export type Scope = typeof Scope.Type

/** Whether a key with the granted scopes may do what needs this one; write never includes read (contract, section 5 rule 6). */
export const hasScope = (granted: ReadonlyArray<Scope>, needed: Scope): boolean => granted.includes(needed)
