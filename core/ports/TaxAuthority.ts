import { Context, Data, type Effect, type Redacted } from "effect"
import type { CertificateKind } from "../certificates/StoredCertificate.ts"
import type { RecordFields, RegistryRecord } from "../registry/RegistryRecord.ts"

/** The taxpayer whose records are sent or queried (AEAT, ObligadoEmision). */
export interface Taxpayer {
  /** Name or legal name, as in AEAT's census, 1 to 120 characters. */
  readonly nombre: string
  readonly nif: string
}

/** The certificate by which the tax authority recognises a company. */
export interface Certificate {
  readonly tipo: CertificateKind
  /** A PKCS#12 file, with the private key. */
  readonly pkcs12: Redacted.Redacted<Uint8Array>
  readonly password: Redacted.Redacted<string>
}

/** Who calls the tax authority (the certificate), and for which taxpayer. */
export interface Credentials {
  readonly obligado: Taxpayer
  readonly certificate: Certificate
}

/** The most records in one message (AEAT schema). */
export const messageMax = 1_000

/** One message: records of one company, in the order in which they were made. */
export interface Shipment extends Credentials {
  /** Whether the records come late because they could not be sent in time (AEAT, Incidencia). */
  readonly incidencia: boolean
  /** 1 to `messageMax` records. Their `campos` are sent as they are. */
  readonly records: ReadonlyArray<RegistryRecord>
}

/** What AEAT says about the record that it holds already, when it refuses another one for that (AEAT, RegistroDuplicado). */
export interface Duplicate {
  readonly estado: "Correcta" | "AceptadaConErrores" | "Anulada"
  readonly codigo: number | null
  readonly descripcion: string | null
}

/** What AEAT says about one record of a message (AEAT, RespuestaLinea). */
export interface RecordAnswer {
  readonly estado: "Correcto" | "AceptadoConErrores" | "Incorrecto"
  /** Code from AEAT's list of errors; null for no error. */
  readonly codigo: number | null
  readonly descripcion: string | null
  readonly duplicado: Duplicate | null
  /** The whole answer about the record, under AEAT's names. */
  readonly respuesta: RecordFields
}

/** The answer to a message. */
export interface ShipmentAnswer {
  /** Proof of receipt (código seguro de verificación), which cannot be had later. Null if every record was refused. */
  readonly csv: string | null
  /** How many seconds to wait before the next message; null if AEAT does not say. */
  readonly espera: number | null
  /** One answer for each record, in the order of the message. */
  readonly records: ReadonlyArray<RecordAnswer>
}

/** AEAT refused the message as a whole and looked at none of its records (SOAP fault). */
export class ShipmentRefused extends Data.TaggedError("ShipmentRefused")<{
  /** `server`: it may help to send the same again. `client`: something must be corrected first. */
  readonly side: "client" | "server"
  readonly codigo: number | null
  /** AEAT's own words, at most 500 characters. */
  readonly mensaje: string
}> {}

/** There was no answer, or none that could be read: the records may have been registered, or not. */
export class TaxAuthorityUnreachable extends Data.TaggedError("TaxAuthorityUnreachable")<{
  /** Spanish phrase, without secrets. */
  readonly reason: string
}> {}

/** The certificate cannot be used: it is unreadable or expired, or was refused at the connection. */
export class CertificateUnusable extends Data.TaggedError("CertificateUnusable")<{
  /** Spanish phrase, without secrets. */
  readonly reason: string
}> {}

/** Why the tax authority could not be asked, or refused. */
export type TaxAuthorityFailure = ShipmentRefused | TaxAuthorityUnreachable | CertificateUnusable

/** Which records to ask for: those of a company's invoices of one month, by the day of operation or else of issue. */
export interface RegistryQuery extends Credentials {
  /** The year. */
  readonly ejercicio: number
  /** The month, 1 to 12. */
  readonly periodo: number
  /** Only the invoices with this number; null for all. */
  readonly numserie: string | null
  /** Where the page before ended; null for the first page. */
  readonly after: RecordFields | null
}

/** What the tax authority holds about an invoice. */
export interface HeldRecord {
  readonly numserie: string
  /** The day of issue as DD-MM-YYYY, which is how AEAT writes dates. */
  readonly fecha: string
  /** The huella of the last record about the invoice; null if AEAT does not say. */
  readonly huella: string | null
  readonly estado: "Correcto" | "AceptadoConErrores" | "Anulado"
  /** NumeroInstalacion of the software that sent it; null if AEAT does not say. */
  readonly instalacion: string | null
}

/** One page of what a query finds. */
export interface HeldPage {
  readonly records: ReadonlyArray<HeldRecord>
  /** What `after` is in the query for the next page; null on the last page. */
  readonly next: RecordFields | null
}

/** The tax authority's registry of invoice records (AEAT, VERI*FACTU web service). */
export class TaxAuthority extends Context.Tag("talonario/TaxAuthority")<
  TaxAuthority,
  {
    /** Sends records. Time limits are up to the adapter; interruption ends the call. */
    readonly submit: (shipment: Shipment) => Effect.Effect<ShipmentAnswer, TaxAuthorityFailure>
    /** Asks for one page of what AEAT holds. */
    readonly query: (query: RegistryQuery) => Effect.Effect<HeldPage, TaxAuthorityFailure>
  }
>() {}
