import { Either, Schema } from "effect"
import type { KeyMode } from "../access/keyText.ts"
import type { Command } from "../commit/Command.ts"
import { email, list, optional, orNull, text } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { DocumentKind, Invoice, Issuer } from "../invoices/Invoice.ts"
import { invoiceCommand } from "../invoices/invoiceCommand.ts"
import { referenceOf } from "../invoices/invoiceResource.ts"
import { notIssuedRefusal } from "../invoices/lifecycleRefusals.ts"
import { customerKeys, presentContact } from "../invoices/parties.ts"
import { mailJob } from "../jobs/Job.ts"
import { invalidField } from "../refusals/refusal.ts"
import { oneLine } from "../text/oneLine.ts"
import type { OutgoingMail } from "./OutgoingMail.ts"

/** To whom a document is sent, and with which words. By default it goes to the customer's address, with words of ours. */
export const SendingInput = Schema.Struct({
  para: optional(list(email, 20, 1)),
  asunto: optional(text({ max: 200 })),
  mensaje: optional(text({ max: 4000 })),
}).annotations({ identifier: "EnvioNuevo" })
export type SendingInput = typeof SendingInput.Type

/** The letter as it is shown. `encolado` says whether it was queued: a test key sends nothing. */
export const SendingResource = Schema.Struct({
  factura_id: Schema.String,
  para: Schema.Array(Schema.String),
  asunto: Schema.String,
  encolado: Schema.Boolean,
}).annotations({ identifier: "Envio" })
export type SendingResource = typeof SendingResource.Type

/**
 * Queues a letter with the PDF file of an issued document (decisions, `enviar`). By default it goes to the address that the
 * contact has now, since the one that the document keeps may be out of date. Under a test key nothing is queued. Refuses
 * drafts and cancelled documents, and a letter without any address.
 */
export const sendInvoice = (
  organizationId: OrganizationId,
  id: string,
  input: SendingInput,
  modo: KeyMode,
): Command<SendingResource> =>
  invoiceCommand(organizationId, id, {
    reads: (_, invoice) => customerKeys(invoice),
    decide: ({ invoice }, view, supply) => {
      const refusal = notIssuedRefusal(invoice, "no se puede enviar")
      if (refusal !== undefined) return Either.left(refusal)
      const ofCustomer = presentContact(view, invoice)?.email ?? orNull(invoice.recipient?.email)
      const para = input.para ?? (ofCustomer === null ? [] : [ofCustomer])
      if (para.length === 0) {
        return Either.left(invalidField("para", "es obligatorio: el cliente no tiene dirección de correo"))
      }
      const asunto = oneLine(input.asunto ?? "") || oneLine(defaultSubject(invoice))
      const mensaje = (input.mensaje ?? "").trimEnd() || defaultMessage(invoice)
      const mail: OutgoingMail = {
        organizationId,
        id: supply.id(),
        factura_id: id,
        para: [...new Set(para)],
        reached: [],
        refused: [],
        asunto,
        mensaje,
        estado: "pending",
        intentos: 0,
        proximo_intento: supply.clock,
        ultimo_error: null,
        settled: null,
        creado: supply.now,
      }
      const encolado = modo === "live"
      return Either.right({
        result: { factura_id: id, para: mail.para, asunto, encolado },
        rows: encolado ? [{ table: "outgoingMail", row: mail }] : [],
        events: [],
        jobs: encolado ? [mailJob(organizationId, mail.id, supply.clock)] : [],
      })
    },
  })

const documentNames: Readonly<Record<DocumentKind, string>> = {
  invoice: "Factura",
  quote: "Presupuesto",
  delivery: "Albarán",
  proforma: "Factura proforma",
}

const nameOf = (invoice: Invoice): string => {
  const rectifying = invoice.tipo === "rectificative" ? " rectificativa" : ""
  return `${documentNames[invoice.tipo_documento]}${rectifying} ${referenceOf(invoice) ?? ""}`.trim()
}

const issuerName = ({ issuer }: { readonly issuer: Issuer | null }): string => issuer?.nombre ?? ""

const defaultSubject = (invoice: Invoice): string => `${nameOf(invoice)} de ${issuerName(invoice)}`

const defaultMessage = (invoice: Invoice): string =>
  [
    invoice.recipient === null ? "Hola:" : `Hola, ${invoice.recipient.nombre}:`,
    "",
    `Le enviamos adjunto este documento: ${nameOf(invoice)}.`,
    "",
    "Un saludo,",
    issuerName(invoice),
  ].join("\n")
