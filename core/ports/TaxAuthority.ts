import { Context, Data, type Effect, type Redacted } from "effect"
import type { CertificateKind } from "../certificates/StoredCertificate.ts"
import type { RecordFields, RegistryRecord } from "../registry/RegistryRecord.ts"

/** Whose records they are (AEAT, ObligadoEmision). */
export interface Taxpayer {
  /** Name or legal name as in the census, 1 to 120 characters. */
  readonly nombre: string
  readonly nif: string
}

/** What a company shows to the tax authority. */
export interface Certificate {
  readonly tipo: CertificateKind
  /** PKCS#12, with its private key. */
  readonly pkcs12: Redacted.Redacted<Uint8Array>
  readonly password: Redacted.Redacted<string>
}

/** Records of one message at most (AEAT schema). */
export const messageMax = 1_000

/** One message: records of one company in the order of their generation. */
export interface Shipment {
  readonly obligado: Taxpayer
  readonly certificate: Certificate
  /** Whether records come late because sending was not possible (AEAT, Incidencia). */
  readonly incidencia: boolean
  /** 1 to `messageMax`, sent as their `campos` are. */
  readonly records: ReadonlyArray<RegistryRecord>
}

/** What is said of a record that was there already (AEAT, RegistroDuplicado). */
export interface Duplicate {
  readonly estado: "Correcta" | "AceptadaConErrores" | "Anulada"
  readonly codigo: number | null
  readonly descripcion: string | null
}

/** What is said of one record (AEAT, RespuestaLinea). */
export interface RecordAnswer {
  readonly estado: "Correcto" | "AceptadoConErrores" | "Incorrecto"
  /** Of AEAT's list of errors. */
  readonly codigo: number | null
  readonly descripcion: string | null
  readonly duplicado: Duplicate | null
  /** The whole of it, under AEAT's names. */
  readonly respuesta: RecordFields
}

/** The answer to a message. */
export interface ShipmentAnswer {
  /** Proof of receipt; it cannot be fetched later. Null when every record was refused. */
  readonly csv: string | null
  /** Seconds to wait before the next message; null when not said. */
  readonly espera: number | null
  /** One for each record, in their order. */
  readonly records: ReadonlyArray<RecordAnswer>
}

/** The message was refused as a whole: none of its records was looked at (SOAP fault). */
export class ShipmentRefused extends Data.TaggedError("ShipmentRefused")<{
  /** `server`: sending the same again may help. `client`: something is to be mended first. */
  readonly side: "client" | "server"
  readonly codigo: number | null
  /** AEAT's own words, at most 500 characters. */
  readonly mensaje: string
}> {}

/** No answer that could be read: the records may have been registered, or not. */
export class TaxAuthorityUnreachable extends Data.TaggedError("TaxAuthorityUnreachable")<{
  /** Spanish phrase, without secrets. */
  readonly reason: string
}> {}

/** The certificate cannot be used: unreadable, expired, or refused at the connection. */
export class CertificateUnusable extends Data.TaggedError("CertificateUnusable")<{
  /** Spanish phrase, without secrets. */
  readonly reason: string
}> {}

/** Why the tax authority did not answer as it was asked. */
export type TaxAuthorityFailure = ShipmentRefused | TaxAuthorityUnreachable | CertificateUnusable

/** Which records are asked for: those of a company of one month (of operation, else of issue). */
export interface RegistryQuery {
  readonly obligado: Taxpayer
  readonly certificate: Certificate
  /** Year, and month from 1 to 12. */
  readonly ejercicio: number
  readonly periodo: number
  /** Only the invoice of this number. */
  readonly numserie: string | null
  /** Where the page before ended; null for the first. */
  readonly after: RecordFields | null
}

/** What the tax authority holds of an invoice. */
export interface HeldRecord {
  readonly numserie: string
  /** DD-MM-YYYY, as AEAT writes dates. */
  readonly fecha: string
  /** Of the last record of the invoice; null when not said. */
  readonly huella: string | null
  readonly estado: "Correcto" | "AceptadoConErrores" | "Anulado"
  /** NumeroInstalacion of the software that sent it; null when not said. */
  readonly instalacion: string | null
}

/** Some of the records that a query finds. */
export interface HeldPage {
  readonly records: ReadonlyArray<HeldRecord>
  /** For the query of the next page; null on the last. */
  readonly next: RecordFields | null
}

/** The tax authority's registry of invoice records (AEAT, VERI*FACTU web service). */
export class TaxAuthority extends Context.Tag("talonario/TaxAuthority")<
  TaxAuthority,
  {
    /** Hands over records. A time limit is the adapter's; interruption ends the call. */
    readonly submit: (shipment: Shipment) => Effect.Effect<ShipmentAnswer, TaxAuthorityFailure>
    /** One page of what it holds. */
    readonly query: (query: RegistryQuery) => Effect.Effect<HeldPage, TaxAuthorityFailure>
  }
>() {}
