/**
 * Values for examples, by the contract's names of fields. Where one does not fit its schema another is made.
 * Hosts are reserved ones (RFC 2606): who tries an example reaches nobody.
 */

/** What a body is sent with although it need not be, and resources are shown with. */
export const usual: Readonly<Record<string, unknown>> = {
  nombre: "Nombre de ejemplo",
  nif: "B12345674",
  email: "facturas@cliente.example",
  telefono: "+34 910 000 000",
  direccion: "Gran Vía 2",
  ciudad: "Madrid",
  cp: "28013",
  provincia: "Madrid",
  pais: "ES",
  etiquetas: ["ejemplo"],
  descripcion: "Consultoría",
  cantidad: 10,
  precio: 60,
  base: 600,
  importe: 726,
  tipo_iva: 21,
  plazos: "30",
  categoria: "Servicios",
  unidad: "h",
  url: "https://avisos.example.org/talonario",
  sucesos: ["invoice.issued", "invoice.paid"],
  titulo: "Ampliación de la web",
  motivo: "Importe equivocado",
}

/** What is sent or shown only where there has to be something. */
export const needed: Readonly<Record<string, unknown>> = {
  id: "01930a6b7c8d7e9f8a0b1c2d3e4f5061",
  api: "Talonario",
  version: "1.0.0",
  openapi: "https://facturas.example/api/v1/openapi.json",
  moneda: "EUR",
  divisa: "EUR",
  serie: "A",
  tipo_cambio: 1,
  tipo_iva_defecto: 21,
  base_imponible: 600,
  cuota_iva: 126,
  total: 726,
  pendiente: 726,
  huella: "3C464DAF61ACB827C65FDA19F352A4E3BDC2C640E9E9FC4CC058073F38F12F60",
  secreto: "whsec_…",
  suceso: "invoice.issued",
  sucesos_disponibles: ["invoice.issued", "invoice.paid"],
  activo: true,
  cabecera: "x-svc-firma",
  formato: "t=<unix>,v1=<hex>",
  se_firma: "<t>.<cuerpo>",
  para: ["facturas@cliente.example"],
  peticiones: 120,
  ventana_segundos: 60,
  fecha: "2026-11-20",
  desde: "2026-11-01T00:00:00.000Z",
  hasta: "2026-11-20T00:00:00.000Z",
}

/** By format, where the name says nothing. */
export const byFormat: Readonly<Record<string, string>> = {
  "date-time": "2026-11-20T10:00:00.000Z",
  date: "2026-11-20",
  email: "facturas@cliente.example",
  uri: "https://facturas.example/api/v1/openapi.json",
}
