/**
 * The core, for those who embed it. Rules are plain functions from data to data; whatever touches the outside world goes
 * through ports, which the host provides. It imports `effect` and `@noble/hashes`, and nothing of any platform. What is not
 * exported here can be imported under its own path: `talonario/core/<room>/<file>`.
 */

// Amounts: whole cents, exact decimals, Spanish formats. Floating-point numbers only appear where JSON is read or written.
export { type Cents, cents, centsFromNumber, centsText, centsToNumber, zeroCents } from "./money/cents.ts"
export {
  type Decimal6,
  decimal6,
  decimal6FromNumber,
  decimal6FromText,
  decimal6Text,
  decimal6ToNumber,
  type Decimal8,
  decimal8,
  decimal8FromNumber,
  decimal8FromText,
  decimal8Text,
  decimal8ToNumber,
} from "./money/decimal.ts"
export { percentOf } from "./money/percent.ts"
export { spanishAmount, spanishDecimal, spanishEuros, spanishMoney } from "./money/spanishFormat.ts"
export { isCurrency } from "./money/currency.ts"

// Tax: rates by territory and date, surcharge pairs, totals with exclusive and inclusive prices.
export { type Region, regions, type Tax, taxOf, zoneOfRegion } from "./tax/regions.ts"
export { rateHolds, ratesOn } from "./tax/rates.ts"
export { surchargeRate } from "./tax/surcharge.ts"
export { lineAmount, type PricedLine } from "./tax/lineAmount.ts"
export {
  exclusiveTotals,
  inclusiveTotals,
  type RateTotals,
  type Totals,
  type TotalsProblem,
  type TotalsTerms,
} from "./tax/totals.ts"
export { grossPrice } from "./tax/grossPrice.ts"
export { netUnitPrice } from "./tax/unitPrice.ts"
export { type CustomerAddress, type Place, placeOf } from "./tax/place.ts"
export { type Operation, type Qualification, qualificationOf } from "./tax/qualification.ts"

// Time: civil days in the company's zone, due dates, instants.
export { addDays, addMonths, type CivilDate, parseCivilDate } from "./calendar/civilDate.ts"
export { civilDateAt, type CivilZone } from "./calendar/civilZone.ts"
export { parseTerms } from "./calendar/paymentTerms.ts"
export { type Instant, instant, isoInstant } from "./calendar/instant.ts"

// Identifiers, with their control digits.
export { isSpanishNif, nifProblem, normaliseNif } from "./identifiers/nif.ts"
export { ibanProblem, normaliseIban } from "./identifiers/iban.ts"
export { nifIvaProblem, normaliseNifIva } from "./identifiers/vatId.ts"
export { barcodeProblem } from "./identifiers/barcode.ts"
export { isIdentifier, makeUuid7 } from "./identifiers/uuid7.ts"

// Numbering: series, and numbers without gaps.
export { defaultSeriesOf, nextNumber, seriesProblem } from "./numbering/series.ts"
export { reference } from "./invoices/reference.ts"

// The registry (VERI*FACTU): what is hashed, the chain and its check, the address in the QR, the software's name.
export {
  type AltaFields,
  type AnulacionFields,
  canonicalAlta,
  canonicalAnulacion,
  huellaInCanonical,
  huellaOf,
} from "./registry/huella.ts"
export {
  type ChainEnd,
  type ChainFault,
  type ChainFaultClass,
  type ChainRecord,
  type ChainVerifier,
  chainVerifier,
  verifyChain,
} from "./registry/chain.ts"
export type { RecordField, RecordFields, RegistryRecord } from "./registry/RegistryRecord.ts"
export { type RecordKind, recordKind } from "./registry/recordKind.ts"
export { type QrFields, qrUrl } from "./registry/qr.ts"
export { qrLegend } from "./registry/legend.ts"
export { type Software, softwareProblem } from "./registry/software.ts"
export { released, talonarioSoftware, version } from "./registry/talonarioSoftware.ts"
export { type Declarant, declaration, type DeclarationResource } from "./declaration/declaration.ts"
export { type RegistryFault, type RegistryReport, verifyRegistry } from "./verification/verifyRegistry.ts"
export { type ExportedDays, exportRegistry, RegistryUnreadable } from "./verification/exportRegistry.ts"

// Signatures of webhooks, which receivers check, and the names of events.
export { firma, verifyWebhookSignature, webhookSignature } from "./signing/webhookSignature.ts"
export { type StandardHeaders, standardHeaders, verifyStandardWebhook } from "./signing/standardWebhooks.ts"
export type { SignatureProblem } from "./signing/signedMessage.ts"
export { parseWebhookSecret, type WebhookSecret } from "./signing/webhookSecret.ts"
export { type EventName, eventNames } from "./events/catalogue.ts"

// Lists: orders, pages, signed cursors.
export { type Cursor, type CursorContext, type Cursors, makeCursors } from "./pagination/cursor.ts"
export { ListOrder } from "./pagination/listOrder.ts"
export type { ListAnswer, ListRequest } from "./pagination/listPage.ts"

// Refusals, and the decoder of bodies that reports all failing fields at once.
export {
  type Conflict,
  conflict,
  type FieldIssue,
  invalidField,
  invalidInput,
  type InvalidInput,
  type NotFound,
  notFound,
  type Refusal,
} from "./refusals/refusal.ts"
export { inputDecoder } from "./fields/inputDecoder.ts"

// Resources as JSON shows them, and the bodies that make and change them.
export { organizationId, type OrganizationId } from "./identifiers/organizationId.ts"
export { OrganizationResource } from "./organizations/Organization.ts"
export { OrganizationInput, OrganizationPatch } from "./organizations/organizationInput.ts"
export { ContactInput, ContactPatch, ContactResource } from "./contacts/Contact.ts"
export { ProductInput, ProductPatch, ProductResource } from "./products/Product.ts"
export { ExpenseInput, ExpensePatch, ExpenseResource } from "./expenses/Expense.ts"
export { DealInput, DealPatch, DealResource } from "./deals/Deal.ts"
export { StoreInput, StorePatch, StoreResource } from "./stores/Store.ts"
export { StoreOrderInput } from "./stores/StoreOrder.ts"
export { PurchaseOrderInput, PurchaseOrderPatch, PurchaseOrderResource } from "./purchases/PurchaseOrder.ts"
export { DonationInput, DonationPatch, DonationResource } from "./donations/Donation.ts"
export { MemberInput, MemberPatch, MemberResource } from "./members/Member.ts"
export { SubscriptionInput, SubscriptionPatch, SubscriptionResource } from "./subscriptions/Subscription.ts"
export { InvoiceInput, LineInput } from "./drafts/invoiceInput.ts"
export { InvoicePatch } from "./drafts/invoicePatch.ts"
export { InvoiceResource, InvoiceSummary } from "./invoices/invoiceResource.ts"
export { InvoiceStatus } from "./invoices/status.ts"
export { PaymentInput, PaymentResource } from "./payments/Payment.ts"
export { RecordResource } from "./registry/recordResource.ts"
export { WebhookResource, WebhookWithSecret } from "./webhooks/webhookResource.ts"
export { type Scope, scopes } from "./access/scopes.ts"

// Commands: values that name the rows they read, and decide what changes. The group commit carries them out on a storage.
export { type Command, type Decision, mapResult, type Supply, type View } from "./commit/Command.ts"
export { type Key, key, type TableRow, type Tables } from "./commit/tables.ts"
export {
  GroupCommit,
  type GroupCommitSettings,
  layer as groupCommitLayer,
  layerWith as groupCommitLayerWith,
} from "./commit/GroupCommit.ts"
export { openOrganization } from "./organizations/openOrganization.ts"
export { issueAccessKey } from "./access/issueAccessKey.ts"
export { authenticate } from "./access/authenticate.ts"
export { createContact } from "./contacts/createContact.ts"
export { createProduct } from "./products/createProduct.ts"
export { createExpense } from "./expenses/createExpense.ts"
export { createDeal } from "./deals/createDeal.ts"
export { createStore } from "./stores/createStore.ts"
export { type ImportedOrder, importStoreOrder } from "./stores/importStoreOrder.ts"
export { createPurchaseOrder } from "./purchases/createPurchaseOrder.ts"
export { updatePurchaseOrder } from "./purchases/updatePurchaseOrder.ts"
export { createDonation } from "./donations/createDonation.ts"
export { createMember } from "./members/createMember.ts"
export { createSubscription } from "./subscriptions/createSubscription.ts"
export { draftInvoice } from "./drafts/draftInvoice.ts"
export { type Issued, issueInvoice } from "./issuing/issueInvoice.ts"
export type { RecordingTerms } from "./registry/RecordingTerms.ts"
export { annulInvoice } from "./corrections/annulInvoice.ts"
export { rectifyInvoice } from "./corrections/rectifyInvoice.ts"
export { convertDocument } from "./quotes/convertDocument.ts"
export { recordPayment } from "./payments/recordPayment.ts"
export { onceOnly } from "./idempotency/onceOnly.ts"
export { makePruning, workers, workOffAll } from "./workers/workers.ts"

// Ports: what the host provides.
export * from "./ports/Entropy.ts"
export * from "./ports/Mailer.ts"
export * from "./ports/NamedJobs.ts"
export * from "./ports/PdfPrinter.ts"
export * from "./ports/Queue.ts"
export * from "./ports/RateLimiter.ts"
export * from "./ports/Recording.ts"
export * from "./ports/SecretBox.ts"
export * from "./ports/Storage.ts"
export * from "./ports/TaxAuthority.ts"
export * from "./ports/WebhookSender.ts"
