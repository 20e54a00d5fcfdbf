import { Either } from "effect"
import { type Command, type Decision, loaded, type Supply, type View } from "../commit/Command.ts"
import { type Key, key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Organization } from "../organizations/Organization.ts"
import { organizationKey, presentOrganization } from "../organizations/presentOrganization.ts"
import { notFound, type Refusal } from "../refusals/refusal.ts"
import type { Invoice } from "./Invoice.ts"

/** A document as a command finds it, and its company. */
export interface FoundInvoice {
  readonly invoice: Invoice
  readonly organization: Organization
}

/** What a command on one document consists of. */
interface OnInvoice<A> {
  /** What the refusal of a missing document calls it, in Spanish; "la factura" by default. */
  readonly what?: string
  /** The rows that it needs besides the document and its company. `invoice` is undefined until the document is loaded. */
  readonly reads?: (view: View, invoice: Invoice | undefined) => ReadonlyArray<Key>
  readonly decide: (found: FoundInvoice, view: View, supply: Supply) => Either.Either<Decision<A>, Refusal>
}

/** A command on one document of a company. Refuses a document that does not exist. */
export const invoiceCommand = <A>(
  organizationId: OrganizationId,
  id: string,
  { decide, reads = () => [], what = "la factura" }: OnInvoice<A>,
): Command<A> => ({
  organizationId,
  reads: (view) => [
    organizationKey(organizationId),
    key("invoice", organizationId, id),
    ...reads(view, loaded(view, "invoice", organizationId, id)),
  ],
  decide: (view, supply) => {
    const organization = presentOrganization(view, organizationId)
    const invoice = view.get("invoice", organizationId, id)
    return invoice === undefined ? Either.left(notFound(what)) : decide({ invoice, organization }, view, supply)
  },
})
