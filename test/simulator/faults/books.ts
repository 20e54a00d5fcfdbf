import type { PlantedFault } from "./PlantedFault.ts"

/** Faults in invoices, payments, goods and records. */
export const books: ReadonlyArray<PlantedFault> = [
  {
    name: "annulment linked to the wrong record",
    means: "the record of an annulment links to the record that it annuls, not to the last of the chain",
    edits: [{
      file: "core/corrections/annulInvoice.ts",
      search: "const previous = chainHeadIn(view, organizationId)",
      replace: "const head = chainHeadIn(view, organizationId)\n"
        + "  const previous = head && { ...head, huella: invoice.registry?.huella ?? head.huella }",
    }],
    within: 10_000,
  },
  {
    name: "test key in the registry",
    means: "an invoice that a test key issues gets a record",
    edits: [{
      file: "core/issuing/issueInvoice.ts",
      search: "const registered = terms.modo === \"live\" && statement !== null",
      replace: "const registered = statement !== null",
    }],
    within: 5_000,
  },
  {
    name: "paid for ever",
    means: "an invoice whose payment is deleted keeps the date on which it was paid",
    edits: [{
      file: "core/payments/collection.ts",
      search: "return { cobrado, fecha_cobro: null, settlement: null }",
      replace: "return { cobrado, fecha_cobro: invoice.fecha_cobro, settlement: null }",
    }],
    within: 10_000,
  },
  {
    name: "paid twice",
    means: "each payment beyond the total fires `invoice.paid` again",
    edits: [{
      file: "core/payments/collection.ts",
      search: "const paid = outstanding(invoice) > 0 && outstanding({ ...invoice, cobrado }) === 0",
      replace: "const paid = outstanding({ ...invoice, cobrado }) === 0",
    }],
    within: 10_000,
  },
  {
    name: "goods not back",
    means: "the goods of an annulled invoice do not return to stock",
    edits: [{
      file: "core/corrections/annulInvoice.ts",
      search: "      ...stock.right.rows,\n",
      replace: "",
    }],
    within: 10_000,
  },
  {
    name: "goods received twice",
    means: "each change to a received purchase order raises the stock again",
    edits: [{
      file: "core/purchases/receivedStock.ts",
      search: "if (estado !== \"received\" || before === \"received\")",
      replace: "if (estado !== \"received\")",
    }, {
      file: "core/purchases/updatePurchaseOrder.ts",
      search: "(estado === \"received\" ? loaded(",
      replace: "(estado !== \"cancelled\" ? loaded(",
    }],
    within: 10_000,
  },
  {
    name: "member number given again",
    means: "a new member's number is one more than the last number given, not than the greatest",
    edits: [{
      file: "core/members/memberNumber.ts",
      search: "...(numero > lastNumber(view, organizationId)",
      replace: "...(numero !== lastNumber(view, organizationId)",
    }],
    within: 10_000,
  },
  {
    name: "customer not frozen",
    means: "an issued invoice shows its customer as the contact is now",
    edits: [{
      file: "core/invoices/readInvoices.ts",
      search: "const present = invoice.lifecycle === \"draft\" ? contacts.get(invoice.contacto_id ?? \"\") : undefined",
      replace: "const present = contacts.get(invoice.contacto_id ?? \"\")",
    }, {
      file: "core/invoices/readInvoices.ts",
      search: "if (lifecycle === \"draft\" && contacto_id !== null) named.add(contacto_id)",
      replace: "if (lifecycle !== \"cancelled\" && contacto_id !== null) named.add(contacto_id)",
    }],
    within: 20_000,
  },
  {
    name: "used contact deleted",
    means: "a contact that only drafts name can be deleted",
    edits: [{
      file: "adapters/memory/StorageMemory.ts",
      search: "(row) => row.contacto_id === id)",
      replace: "(row) => row.contacto_id === id && row.lifecycle !== \"draft\")",
    }],
    within: 10_000,
  },
  {
    name: "letter of a test key",
    means: "a test key sends e-mails",
    edits: [{
      file: "core/mail/sendInvoice.ts",
      search: "const encolado = modo === \"live\"",
      replace: "const encolado = modo.length > 0",
    }],
    within: 20_000,
  },
]
