import { contacto } from "./exampleResources.ts"

/**
 * The resources that only events name so far, by the fields that decisions give them (section 2): written out until
 * they have schemas to be made from.
 */

const linea = { descripcion: "Mantenimiento mensual", cantidad: 1, precio: 600, descuento: 0, tipo_iva: 21 }

/** A subscription, which becomes an invoice each period. */
export const suscripcion = {
  id: "01930a6bb9957306b1b5c2d3e4f50617",
  contacto_id: contacto.id,
  nombre: "Mantenimiento",
  periodicidad: "monthly",
  inicio: "2026-01-20",
  fin: null,
  serie: "A",
  lineas: [linea],
  precios_con_iva: false,
  emitir: false,
  estado: "active",
  proxima: "2026-12-20",
  creado: "2026-01-15T09:00:00.000Z",
}
