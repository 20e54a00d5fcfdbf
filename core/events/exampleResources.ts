import type { ContactResource } from "../contacts/Contact.ts"
import type { ExpenseResource } from "../expenses/Expense.ts"
import type { InvoiceSummary } from "../invoices/invoiceResource.ts"
import type { PaymentResource } from "../payments/Payment.ts"
import type { ProductResource } from "../products/Product.ts"

/** Resources as the examples of events show them: of one company, and true to one another. */

export const contacto: ContactResource = {
  id: "01930a6b7c8d7e9f8a0b1c2d3e4f5061",
  nombre: "Cliente de Ejemplo SL",
  nif: "B12345674",
  email: "facturas@ejemplo.es",
  telefono: "+34 910 000 000",
  movil: null,
  tipo: "customer",
  direccion: "Gran Vía 2",
  ciudad: "Madrid",
  cp: "28013",
  provincia: "Madrid",
  pais: "España",
  nif_iva: null,
  web: null,
  persona_contacto: "Eva Núñez",
  iban: null,
  dias_pago: 30,
  forma_pago: "transfer",
  irpf: 0,
  descuento: 0,
  moneda: null,
  idioma: "es",
  referencia: "C-0042",
  etiquetas: ["mayorista"],
  notas: null,
  creado: "2026-11-02T08:15:00.000Z",
}

export const borrador: InvoiceSummary = {
  id: "01930a6b9d107c2f9a4e5b6c7d8e9f02",
  serie: "A",
  numero: null,
  referencia: null,
  tipo_documento: "invoice",
  tipo: "invoice",
  estado: "draft",
  fecha_emision: "2026-11-20",
  fecha_vencimiento: "2026-12-20",
  plazos: "30",
  forma_pago: "transfer",
  fecha_cobro: null,
  notas: null,
  etiquetas: [],
  divisa: "EUR",
  tipo_cambio: 1,
  base_imponible: 600,
  cuota_iva: 126,
  recargo_equivalencia: false,
  cuota_recargo: 0,
  irpf: 0,
  cuota_irpf: 0,
  suplidos: 0,
  total: 726,
  cobrado: 0,
  pendiente: 726,
  creado: "2026-11-20T09:58:12.000Z",
  verifactu: { registrada: false, huella: null, registrada_en: null, aeat: null },
  contacto: { id: contacto.id, nombre: contacto.nombre, nif: contacto.nif, email: contacto.email },
}

export const emitida: InvoiceSummary = {
  ...borrador,
  numero: 42,
  referencia: "A-42",
  estado: "sent",
  verifactu: {
    registrada: true,
    huella: "3C464DAF61ACB827C65FDA19F352A4E3BDC2C640E9E9FC4CC058073F38F12F60",
    registrada_en: "2026-11-20T10:00:00.000Z",
    aeat: null,
  },
}

export const cobrada: InvoiceSummary = {
  ...emitida,
  estado: "paid",
  fecha_cobro: "2026-11-20",
  cobrado: 726,
  pendiente: 0,
}

export const anulada: InvoiceSummary = { ...emitida, estado: "cancelled" }

export const presupuesto: InvoiceSummary = {
  ...borrador,
  id: "01930a6ba1237d40ab5f6c7d8e9f0a13",
  serie: "P",
  numero: 7,
  referencia: "P-7",
  tipo_documento: "quote",
  estado: "sent",
}

export const albaran: InvoiceSummary = {
  ...borrador,
  id: "01930a6ba5367e51bc607d8e9f0a1b24",
  serie: "ALB",
  tipo_documento: "delivery",
}

export const cobro: PaymentResource = {
  id: "01930a6ba9497f62ad718e9f0a1b2c35",
  factura_id: emitida.id,
  importe: 726,
  fecha: "2026-11-20",
  forma_pago: "transfer",
  referencia: "TRF-90210",
  notas: null,
  creado: "2026-11-20T10:00:00.000Z",
}

export const producto: ProductResource = {
  id: "01930a6bad5c7073be829f0a1b2c3d46",
  nombre: "Papel A4, paquete de 500 hojas",
  sku: "PAP-A4-500",
  codigo_barras: "4006381333931",
  descripcion: null,
  categoria: "Papelería",
  precio: 4.25,
  tipo_iva: 21,
  stock: 120,
  unidad: "ud",
  clase: "goods",
  stock_minimo: 20,
  etiquetas: [],
  creado: "2026-10-01T07:30:00.000Z",
}

export const gasto: ExpenseResource = {
  id: "01930a6bb16f7184cf93a0b1c2d3e4f5",
  proveedor_id: "01930a6bb5827295a0a4b1c2d3e4f506",
  proveedor: "Suministros del Norte SA",
  referencia: "F/2026-318",
  categoria: "Material de oficina",
  clase: "goods",
  fecha: "2026-11-19T00:00:00.000Z",
  base: 100,
  tipo_iva: 21,
  cuota_iva: 21,
  irpf: 0,
  total: 121,
  pagado: false,
  notas: null,
  estado_aprobacion: "none",
  creado: "2026-11-20T10:00:00.000Z",
}
