import { Either } from "effect"
import type { Command, Decision } from "../../core/commit/Command.ts"
import { annulInvoice } from "../../core/corrections/annulInvoice.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import type { Product } from "../../core/products/Product.ts"
import type { Refusal } from "../../core/refusals/refusal.ts"
import { Books } from "./Books.ts"
import { customer, id, must } from "./issuing.ts"
import { liveTerms, sampleOrganization } from "./samples.ts"

/** A company's books that also know how much of each product is in stock. */
export class Shop extends Books {
  private shelf = new Map<string, Product>()

  constructor(...products: ReadonlyArray<Product>) {
    super(sampleOrganization(id), customer)
    for (const product of products) this.put(product)
  }

  /** Writes a product as given, without any of the rules. */
  put(row: Product): void {
    const rows = [{ table: "product", row }] as const
    const decide: Command<void>["decide"] = () => Either.right({ result: undefined, rows, events: [] })
    Either.getOrThrow(this.carryOut({ organizationId: id, reads: () => [], decide }))
  }

  override carryOut<A>(command: Command<A>): Either.Either<Decision<A>, Refusal> {
    return Either.map(super.carryOut(command), (decision) => {
      for (const { row, table } of decision.rows) if (table === "product") this.shelf.set(row.id, row)
      return decision
    })
  }

  stock(product: Product): number | undefined {
    return this.shelf.get(product.id)?.stock
  }

  sell(...lineas: ReadonlyArray<object>): Invoice {
    return must(this.invoiced({ lineas }))
  }

  annul(invoice: Invoice): Decision<unknown> {
    return Either.getOrThrow(this.carryOut(annulInvoice(id, invoice.id, { motivo: "x" }, liveTerms)))
  }
}

/** An invoice line for that many of the product. */
export const line = ({ id: producto_id }: Product, cantidad = 1) => ({ producto_id, cantidad, tipo_iva: 21 })
