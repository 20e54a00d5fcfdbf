import { Either } from "effect"
import { parseCivilDate, type CivilDate } from "../../core/calendar/civilDate.ts"
import { instant } from "../../core/calendar/instant.ts"
import type { Contact } from "../../core/contacts/Contact.ts"
import type { Deal } from "../../core/deals/Deal.ts"
import type { StoredDelivery } from "../../core/deliveries/Delivery.ts"
import type { Donation } from "../../core/donations/Donation.ts"
import { type InvoiceInput, InvoiceInput as InvoiceInputSchema } from "../../core/drafts/invoiceInput.ts"
import type { Expense } from "../../core/expenses/Expense.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import { type OrganizationId, organizationId } from "../../core/identifiers/organizationId.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import type { Member } from "../../core/members/Member.ts"
import { cents, zeroCents } from "../../core/money/cents.ts"
import { decimal6, decimal8 } from "../../core/money/decimal.ts"
import type { Organization } from "../../core/organizations/Organization.ts"
import type { Payment } from "../../core/payments/Payment.ts"
import type { Product } from "../../core/products/Product.ts"
import type { PurchaseOrder } from "../../core/purchases/PurchaseOrder.ts"
import type { RecordingTerms } from "../../core/registry/RecordingTerms.ts"
import type { Store } from "../../core/stores/Store.ts"
import type { Subscription } from "../../core/subscriptions/Subscription.ts"
import type { Webhook } from "../../core/webhooks/Webhook.ts"

/** Sample rows and inputs, for tests to which it does not matter what they contain. */

let lastId = 0

/** An identifier that no other sample of the run has. */
export const sampleId = (): string =>
  crypto.randomUUID().replaceAll("-", "").slice(0, 20) + (++lastId).toString(16).padStart(12, "0")

export const sampleOrganizationId = (): OrganizationId => organizationId(sampleId())

export const day = (text: string): CivilDate => {
  const date = parseCivilDate(text)
  if (date === undefined) throw new Error(`no date: ${text}`)
  return date
}

export const sampleOrganization = (id: OrganizationId, given: Partial<Organization> = {}): Organization => ({
  id,
  organizationId: id,
  nombre: "Talleres Núñez",
  razon_social: "Talleres Núñez SL",
  nif: "B12345674",
  direccion: "Calle Mayor 1",
  ciudad: "Madrid",
  cp: "28001",
  provincia: "Madrid",
  pais: "España",
  email: null,
  telefono: null,
  web: null,
  forma_juridica: "SL",
  sector: null,
  moneda: "EUR",
  region_fiscal: "peninsula",
  tipo_iva_defecto: decimal6(21_000_000),
  regimen_igic: "general",
  recargo_equivalencia: false,
  sin_animo_lucro: false,
  plan_contable: "pgc",
  sendsRecords: false,
  creada: instant(1_763_600_000_000),
  ...given,
})

export const sampleContact = (organization: OrganizationId, sequence: number, given: Partial<Contact> = {}): Contact => ({
  organizationId: organization,
  id: sampleId(),
  nombre: "Cliente «Ñandú» & hijos",
  nif: "12345678Z",
  email: "cliente@example.org",
  telefono: null,
  movil: null,
  tipo: "customer",
  direccion: null,
  ciudad: null,
  cp: null,
  provincia: null,
  pais: null,
  nif_iva: null,
  web: null,
  persona_contacto: null,
  iban: null,
  dias_pago: 30,
  forma_pago: null,
  irpf: 15,
  descuento: decimal6(5_250_000),
  moneda: null,
  idioma: null,
  referencia: null,
  etiquetas: ["a, b", "«c»", "{d}"],
  notas: "línea uno\nlínea dos \\ \"tres\"",
  creado: instant(1_763_600_000_123),
  createdSequence: sequence,
  modifiedSequence: sequence,
  ...given,
})

export const sampleProduct = (organization: OrganizationId, sequence: number, given: Partial<Product> = {}): Product => ({
  organizationId: organization,
  id: sampleId(),
  nombre: "Tornillo «M4»",
  sku: null,
  codigo_barras: "4006381333931",
  descripcion: null,
  categoria: "Ferretería",
  precio: decimal8(12_345_678n),
  tipo_iva: decimal6(21_000_000),
  stock: -3,
  unidad: "ud",
  clase: "goods",
  stock_minimo: 5,
  etiquetas: ["rojo"],
  creado: instant(1_763_600_000_123),
  createdSequence: sequence,
  modifiedSequence: sequence,
  ...given,
})

export const sampleExpense = (organization: OrganizationId, sequence: number, given: Partial<Expense> = {}): Expense => ({
  organizationId: organization,
  id: sampleId(),
  proveedor_id: null,
  proveedor: "Proveedor, S.A.",
  referencia: "F/2026-1",
  categoria: null,
  clase: "service",
  fecha: day("2026-02-28"),
  base: cents(-10_000),
  tipo_iva: decimal6(21_000_000),
  cuota_iva: cents(-2_100),
  irpf: 15,
  total: cents(-12_100),
  pagado: false,
  notas: null,
  estado_aprobacion: "pending",
  creado: instant(1_763_600_000_123),
  createdSequence: sequence,
  modifiedSequence: sequence,
  ...given,
})

export const sampleDeal = (organization: OrganizationId, sequence: number, given: Partial<Deal> = {}): Deal => ({
  organizationId: organization,
  id: sampleId(),
  titulo: "Reforma «norte»",
  contacto_id: null,
  importe: cents(480_000),
  etapa: "propuesta",
  estado: "open",
  motivo: null,
  creado: instant(1_763_600_000_123),
  createdSequence: sequence,
  modifiedSequence: sequence,
  ...given,
})

export const samplePurchaseOrder = (
  organization: OrganizationId,
  sequence: number,
  given: Partial<PurchaseOrder> = {},
): PurchaseOrder => ({
  organizationId: organization,
  id: sampleId(),
  proveedor_id: sampleId(),
  lineas: [{
    producto_id: sampleId(),
    descripcion: "Tornillo «M4»",
    cantidad: decimal6(1_500_000),
    precio: decimal8(12_345_678n),
    descuento: decimal6(5_250_000),
    tipo_iva: decimal6(21_000_000),
    clase: "goods",
    unidad: "kg",
  }, {
    producto_id: null,
    descripcion: "línea\n\"uno\"",
    cantidad: decimal6(1),
    precio: decimal8(99_999_999_999_999_900n),
    descuento: decimal6(0),
    tipo_iva: decimal6(0),
    clase: "service",
    unidad: null,
  }],
  fecha: day("2026-02-28"),
  notas: null,
  estado: "ordered",
  creado: instant(1_763_600_000_123),
  createdSequence: sequence,
  modifiedSequence: sequence,
  ...given,
})

export const sampleMember = (organization: OrganizationId, sequence: number, given: Partial<Member> = {}): Member => ({
  organizationId: organization,
  id: sampleId(),
  numero: sequence,
  nombre: "Marta «Iglesias» Prado",
  nif: "12345678Z",
  email: "marta@example.org",
  cuota: cents(6_050),
  periodicidad: "quarterly",
  alta: day("2025-02-28"),
  baja: null,
  creado: instant(1_763_600_000_123),
  createdSequence: sequence,
  modifiedSequence: sequence,
  ...given,
})

export const sampleDonation = (organization: OrganizationId, sequence: number, given: Partial<Donation> = {}): Donation => ({
  organizationId: organization,
  id: sampleId(),
  importe: cents(5_001),
  fecha: day("2026-02-28"),
  forma_pago: "card",
  socio_id: null,
  contacto_id: null,
  anonimo: false,
  creado: instant(1_763_600_000_123),
  createdSequence: sequence,
  modifiedSequence: sequence,
  ...given,
})

export const sampleStore = (organization: OrganizationId, sequence: number, given: Partial<Store> = {}): Store => ({
  organizationId: organization,
  id: sampleId(),
  nombre: "Tienda «Sol»",
  plataforma: "woocommerce",
  estado: "active",
  creado: instant(1_763_600_000_123),
  createdSequence: sequence,
  modifiedSequence: sequence,
  ...given,
})

export const sampleSubscription = (
  organization: OrganizationId,
  sequence: number,
  given: Partial<Subscription> = {},
): Subscription => ({
  organizationId: organization,
  id: sampleId(),
  contacto_id: sampleId(),
  nombre: "Mantenimiento «Ñ»",
  periodicidad: "monthly",
  inicio: day("2026-01-31"),
  fin: null,
  serie: null,
  lineas: [{
    producto_id: null,
    descripcion: "Cuota",
    cantidad: decimal6(1_500_000),
    precio: decimal8(1_234_567_890n),
    descuento: null,
    tipo_iva: null,
    clase: "service",
    unidad: null,
  }],
  precios_con_iva: false,
  emitir: true,
  estado: "active",
  modo: "live",
  periodos: 2,
  facturada: true,
  detenida: false,
  por_emitir: null,
  creado: instant(1_763_600_000_123),
  createdSequence: sequence,
  modifiedSequence: sequence,
  ...given,
})

export const samplePayment = (organization: OrganizationId, sequence: number, given: Partial<Payment> = {}): Payment => ({
  organizationId: organization,
  id: sampleId(),
  factura_id: sampleId(),
  importe: cents(10_000),
  fecha: day("2026-02-28"),
  forma_pago: "transfer",
  referencia: "Remesa 7",
  notas: null,
  creado: instant(1_763_600_000_123),
  createdSequence: sequence,
  modifiedSequence: sequence,
  ...given,
})

export const sampleInvoice = (organization: OrganizationId, sequence: number, given: Partial<Invoice> = {}): Invoice => ({
  organizationId: organization,
  id: sampleId(),
  lifecycle: "draft",
  tipo_documento: "invoice",
  tipo: "invoice",
  rectifica: null,
  sustituye: [],
  serie: "A",
  numero: null,
  numero_pedido: null,
  contacto_id: null,
  recipient: null,
  issuer: null,
  fecha_emision: day("2026-03-01"),
  serie_por_defecto: true,
  fecha_por_defecto: true,
  fecha_vencimiento: null,
  dias_vencimiento: null,
  plazos: "30/60/90",
  forma_pago: "transfer",
  fecha_cobro: null,
  notas: null,
  notas_internas: "interna",
  etiquetas: ["uno"],
  divisa: "EUR",
  tipo_cambio: decimal6(1_000_000),
  precios_con_iva: false,
  recargo_equivalencia: false,
  irpf: 0,
  suplidos: zeroCents,
  lineas: [{
    id: sampleId(),
    producto_id: null,
    descripcion: "Revisión",
    cantidad: decimal6(1_500_000),
    precio: decimal8(12_345_678_901_234_567n),
    precio_con_iva: null,
    precio_de_producto: null,
    descuento: decimal6(0),
    tipo_iva: decimal6(21_000_000),
    clase: "service",
    unidad: "h",
    base: cents(18_518_518_352),
  }],
  rates: [{
    tipo_iva: decimal6(21_000_000),
    base: cents(10_000),
    cuota: cents(2_100),
    tipo_recargo: decimal6(0),
    cuota_recargo: zeroCents,
  }],
  base_imponible: cents(10_000),
  cuota_iva: cents(2_100),
  cuota_recargo: zeroCents,
  cuota_irpf: zeroCents,
  total: cents(12_100),
  cobrado: zeroCents,
  settlement: null,
  registry: null,
  aceptacion: null,
  convertida_en: null,
  motivo_anulacion: null,
  emitida: null,
  creado: instant(1_763_600_000_456),
  createdSequence: sequence,
  modifiedSequence: sequence,
  ...given,
})

export const sampleWebhook = (
  organization: OrganizationId,
  sequence: number,
  given: Partial<Webhook> = {},
): Webhook => ({
  organizationId: organization,
  id: sampleId(),
  url: "https://avisos.ejemplo.es/talonario",
  sucesos: ["*"],
  descripcion: null,
  modo_aviso: "firma",
  activo: true,
  fallos_seguidos: 0,
  sealedSecret: "v1.sealed",
  previousSecret: null,
  creado: instant(1_763_600_000_789),
  createdSequence: sequence,
  modifiedSequence: sequence,
  onSequence: sequence,
  offSequence: 0,
  formerSucesos: [],
  ...given,
})

/** A delivery that is due at once. */
export const sampleDelivery = (
  organization: OrganizationId,
  sequence: number,
  given: Partial<StoredDelivery> = {},
): StoredDelivery => ({
  organizationId: organization,
  id: sampleId(),
  webhook_id: sampleId(),
  suceso: "contact.created",
  creado: instant(1_763_600_000_789),
  estado: "pending",
  intentos: 0,
  proximo_intento: instant(1_763_600_000_789),
  ultimo_codigo: null,
  ultimo_error: null,
  roundStart: 0,
  settled: null,
  cuerpo: "{}",
  createdSequence: sequence,
  modifiedSequence: sequence,
  ...given,
})

/** Terms of a live issue, with a software producer that does not exist. */
export const liveTerms: RecordingTerms = {
  modo: "live",
  qrHost: "production",
  software: { producer: "Productora de Prueba SL", producerNif: "B12345674", name: "Talonario", id: "TL", version: "0.1.0" },
}

// The schema before its filter, which checks the properties together: the rules check that too.
const decodeInvoice = inputDecoder(InvoiceInputSchema.from)

/** The input of a draft, from what a client would send. */
export const invoiceInput = (body: unknown): InvoiceInput =>
  Either.getOrThrowWith(decodeInvoice(body), ({ campos }) => new Error(JSON.stringify(campos)))
