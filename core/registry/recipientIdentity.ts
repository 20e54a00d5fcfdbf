import { isPersonalNif, isSpanishNif } from "../identifiers/nif.ts"
import type { Recipient } from "../invoices/Invoice.ts"
import { countryCode } from "../tax/place.ts"
import type { BreakdownLine } from "./breakdown.ts"
import type { RecordFields } from "./RegistryRecord.ts"

/**
 * How a record identifies the recipient (AEAT, IDDestinatario): by a Spanish tax id (NIF); by the NIF of a natural person who
 * is not in AEAT's census yet (no censado, IDType 07); by an intra-EU VAT id (IDType 02); or by an id of the
 * recipient's country (IDType 04).
 */
export type RecipientIdentity =
  | { readonly kind: "nif"; readonly nif: string }
  | { readonly kind: "notInCensus"; readonly nif: string }
  | { readonly kind: "vat_id"; readonly id: string }
  | { readonly kind: "foreign"; readonly country: string; readonly id: string }

/** The IDType that says that a NIF is not in the census (no censado). */
export const notInCensusType = "07"

/**
 * The identity of a recipient; undefined if none that it has can stand in a record. A Spanish NIF takes precedence over the
 * others, but for supplies to a business in another Member State the intra-EU VAT id does (AEAT, error 1289; FAQ 24).
 */
export const recipientIdentity = (
  recipient: Pick<Recipient, "nif" | "nif_iva" | "pais">,
  lines: ReadonlyArray<Pick<BreakdownLine, "operation">>,
): RecipientIdentity | undefined => {
  const { nif, nif_iva, pais } = recipient
  const spanish = recipientNif(recipient)
  if (nif_iva !== null && !isSpanishVatId(nif_iva)) {
    const abroad = lines.some(({ operation }) => operation === "E5" || operation === "N2")
    if (abroad || spanish === undefined) return { kind: "vat_id", id: nif_iva }
  }
  if (spanish !== undefined) return { kind: "nif", nif: spanish }
  const country = countryCode(pais)
  if (nif === null || isSpanishVatId(nif_iva) || country === undefined || country === "ES") return undefined
  return { kind: "foreign", country, id: nif }
}

/**
 * The Spanish NIF of a recipient: its nif, or else what follows ES in its intra-EU VAT id, which AEAT does not accept as a
 * foreign id. Undefined if neither is a valid one.
 */
export const recipientNif = ({ nif, nif_iva }: Pick<Recipient, "nif" | "nif_iva">): string | undefined => {
  if (nif !== null && isSpanishNif(nif)) return nif
  const national = isSpanishVatId(nif_iva) ? nif_iva.slice(2) : ""
  return isSpanishNif(national) ? national : undefined
}

/** Whether a normalised intra-EU VAT id is a Spanish one by its prefix. */
export const isSpanishVatId = (nif_iva: string | null): nif_iva is string => nif_iva?.startsWith("ES") ?? false

/** The identity with its NIF marked as not in the census; undefined if it is not a natural person's NIF (AEAT, error 1131). */
export const asNotInCensus = (identity: RecipientIdentity | null): RecipientIdentity | undefined =>
  identity?.kind === "nif" && isPersonalNif(identity.nif) ? { kind: "notInCensus", nif: identity.nif } : undefined

/** The fields of a record for the identity; they follow the recipient's name. */
export const identityFields = (identity: RecipientIdentity): RecordFields => {
  switch (identity.kind) {
    case "nif":
      return { NIF: identity.nif }
    case "notInCensus":
      return { IDOtro: { CodigoPais: "ES", IDType: notInCensusType, ID: identity.nif } }
    case "vat_id":
      return { IDOtro: { IDType: "02", ID: identity.id } }
    case "foreign":
      return { IDOtro: { CodigoPais: identity.country, IDType: "04", ID: identity.id } }
  }
}
