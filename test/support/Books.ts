import { Either } from "effect"
import type { Instant } from "../../core/calendar/instant.ts"
import type { Command, Decision } from "../../core/commit/Command.ts"
import type { RowSet, TableName, TableRow } from "../../core/commit/tables.ts"
import type { Contact } from "../../core/contacts/Contact.ts"
import { draftInvoice } from "../../core/drafts/draftInvoice.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import type { InvoiceResource } from "../../core/invoices/invoiceResource.ts"
import { issueInvoice } from "../../core/issuing/issueInvoice.ts"
import type { Organization } from "../../core/organizations/Organization.ts"
import type { Refusal } from "../../core/refusals/refusal.ts"
import type { RecordingTerms } from "../../core/registry/RecordingTerms.ts"
import type { RegistryRecord } from "../../core/registry/RegistryRecord.ts"
import { decideOn } from "./decideOn.ts"
import { invoiceInput, liveTerms } from "./samples.ts"

/** A company's rows, without any store. A command that succeeds changes them; a refused one leaves them as they were. */
export class Books {
  private rows: RowSet
  private carriedOut = 0
  /** The company's record chain, in order. */
  readonly records: Array<RegistryRecord> = []

  constructor(readonly organization: Organization, private readonly customer: Contact | null) {
    this.rows = { organization: [organization], contact: customer === null ? [] : [customer] }
  }

  /** Every document, as it is now. */
  get invoices(): ReadonlyArray<Invoice> {
    return this.rows.invoice ?? []
  }

  carryOut<A>(command: Command<A>, at?: Instant): Either.Either<Decision<A>, Refusal> {
    // Each decision counts its identifiers up from here: a start of its own keeps them from colliding with earlier ones.
    this.carriedOut += 1000
    return Either.map(decideOn(command, this.rows, at, this.carriedOut), (decision) => {
      for (const { id, table } of decision.removed ?? []) this.rows = { ...this.rows, [table]: this.without(table, id) }
      for (const row of decision.rows) this.keep(row)
      return decision
    })
  }

  private keep({ row, table }: TableRow): void {
    if (table === "registryRecord") this.records.push(row)
    this.rows = { ...this.rows, [table]: [...this.without(table, row.id), row] }
  }

  private without(table: TableName, id: string): ReadonlyArray<{ readonly id: string }> {
    return (this.rows[table] ?? []).filter((one) => one.id !== id)
  }

  /** Drafts the body, for the customer if there is one, and issues the draft; undefined when either is refused. */
  invoiced(body: object, terms: RecordingTerms = liveTerms): Invoice | undefined {
    const contacto_id = this.customer?.id ?? null
    return this.issued(draftInvoice(this.organization.id, invoiceInput({ ...body, contacto_id })), terms)
  }

  /** Carries out a command that makes a draft, and issues the draft; undefined when either is refused. */
  issued(drafting: Command<InvoiceResource>, terms: RecordingTerms = liveTerms): Invoice | undefined {
    const drafted = this.carryOut(drafting)
    if (Either.isLeft(drafted)) return undefined
    const { id } = drafted.right.result
    const issued = this.carryOut(issueInvoice(this.organization.id, id, terms))
    return Either.isLeft(issued) ? undefined : this.invoices.find((one) => one.id === id)
  }
}
