import { offsetTimestamp } from "../../../../core/calendar/civilZone.ts"
import type { Instant } from "../../../../core/calendar/instant.ts"
import type { ShipmentAnswer } from "../../../../core/ports/TaxAuthority.ts"
import type { RecordFields } from "../../../../core/registry/RegistryRecord.ts"
import { blockIn, textIn } from "../../messages/messageFields.ts"
import type { Question } from "../../messages/queryMessage.ts"
import type { ShipmentContents } from "../../messages/shipmentMessage.ts"
import { element, elements, joined, wrapped, type Xml } from "../../xml/writeXml.ts"
import { errorText } from "../books/errorTexts.ts"
import { type HeldInvoices, idFields } from "../books/heldInvoices.ts"
import type { HeldInvoice } from "../books/Ledger.ts"

/** The answer to a message (AEAT, RespuestaRegFactuSistemaFacturacion). `presenter`: NIF of whoever sent it. */
export const shipmentAnswerXml = (
  { csv, espera, records }: ShipmentAnswer,
  { incidencia, obligado }: Pick<ShipmentContents, "obligado" | "incidencia">,
  at: Instant,
  presenter: string,
): Xml => {
  const header = {
    ObligadoEmision: { NombreRazon: obligado.nombre, NIF: obligado.nif },
    ...(incidencia ? { RemisionVoluntaria: { Incidencia: "S" } } : {}),
  }
  const presentation = { NIFPresentador: presenter, TimestampPresentacion: offsetTimestamp("Europe/Madrid", at) }
  return wrapped(
    "sfR",
    "RespuestaRegFactuSistemaFacturacion",
    joined([
      ...(csv === null ? [] : [element("sfR", "CSV", csv), element("sfR", "DatosPresentacion", presentation, "sf")]),
      element("sfR", "Cabecera", header, "sf"),
      element("sfR", "TiempoEsperaEnvio", espera === null ? "" : String(espera)),
      element("sfR", "EstadoEnvio", stateOfAll(records)),
      ...records.map(({ respuesta }) => wrapped("sfR", "RespuestaLinea", elements("sfR", respuesta, "sf"))),
    ]),
    ["sfR", "sf"],
  )
}

const stateOfAll = (records: ShipmentAnswer["records"]): string => {
  const states = new Set(records.map(({ estado }) => estado))
  if (!states.has("Correcto") && !states.has("AceptadoConErrores")) return "Incorrecto"
  return states.size === 1 && states.has("Correcto") ? "Correcto" : "ParcialmenteCorrecto"
}

/** A page of what is held (AEAT, RespuestaConsultaFactuSistemaFacturacion). */
export const queryAnswerXml = (
  { invoices, next }: HeldInvoices,
  { ejercicio, obligado, periodo }: Question,
  presenter: string,
): Xml => {
  const header = { IDVersion: "1.0", ObligadoEmision: { NombreRazon: obligado.nombre, NIF: obligado.nif } }
  const month = { Ejercicio: String(ejercicio), Periodo: String(periodo).padStart(2, "0") }
  return wrapped(
    "sfLRRC",
    "RespuestaConsultaFactuSistemaFacturacion",
    joined([
      element("sfLRRC", "Cabecera", header, "sf"),
      element("sfLRRC", "PeriodoImputacion", month),
      element("sfLRRC", "IndicadorPaginacion", next === null ? "N" : "S"),
      element("sfLRRC", "ResultadoConsulta", invoices.length === 0 ? "SinDatos" : "ConDatos"),
      ...invoices.map((invoice) => heldXml(invoice, presenter)),
      ...(next === null ? [] : [element("sfLRRC", "ClavePaginacion", next, "sf")]),
    ]),
    ["sfLRRC", "sf"],
  )
}

const heldXml = (held: HeldInvoice, presenter: string): Xml => {
  const stamp = offsetTimestamp("Europe/Madrid", held.at)
  const presentation = { NIFPresentador: presenter, TimestampPresentacion: stamp, IdPeticion: held.peticion }
  const state = {
    TimestampUltimaModificacion: stamp,
    EstadoRegistro: held.estado,
    ...(held.codigo === null ? {} : {
      CodigoErrorRegistro: String(held.codigo),
      DescripcionErrorRegistro: errorText(held.codigo),
    }),
  }
  return wrapped(
    "sfLRRC",
    "RegistroRespuestaConsultaFactuSistemaFacturacion",
    joined([
      element("sfLRRC", "IDFactura", idFields(held), "sf"),
      wrapped("sfLRRC", "DatosRegistroFacturacion", elements("sfLRRC", shown(held.last.campos), "sf")),
      element("sfLRRC", "DatosPresentacion", presentation, "sf"),
      element("sfLRRC", "EstadoRegistro", state),
    ]),
  )
}

/** Those of a record's fields that the answer shows. */
const shown = (campos: RecordFields): RecordFields => {
  const texts = (...names: ReadonlyArray<string>) =>
    Object.fromEntries(names.flatMap((name) => {
      const text = textIn(campos, name)
      return text === undefined ? [] : [[name, text]]
    }))
  const software = blockIn(campos, "SistemaInformatico")
  return {
    ...texts("RefExterna", "Subsanacion", "RechazoPrevio", "SinRegistroPrevio", "TipoFactura", "TipoRectificativa"),
    ...texts("FechaOperacion", "DescripcionOperacion", "CuotaTotal", "ImporteTotal"),
    ...(software === undefined ? {} : { SistemaInformatico: software }),
    ...texts("FechaHoraHusoGenRegistro", "TipoHuella", "Huella"),
  }
}
