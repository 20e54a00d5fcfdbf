import type { RegistryQuery } from "../../../core/ports/TaxAuthority.ts"
import { element, elements, joined, wrapped } from "../xml/writeXml.ts"
import { envelope } from "./soap.ts"

/** A query without the certificate of who asks. */
export type Question = Omit<RegistryQuery, "certificate">

/**
 * The message that asks what AEAT holds of an issuer and a month (ConsultaFactuSistemaFacturacion), and which software sent
 * each record.
 */
export const queryMessage = ({ after, ejercicio, numserie, obligado, periodo }: Question): string => {
  const header = { IDVersion: "1.0", ObligadoEmision: { NombreRazon: obligado.nombre, NIF: obligado.nif } }
  const month = { Ejercicio: String(ejercicio).padStart(4, "0"), Periodo: String(periodo).padStart(2, "0") }
  const filter = joined([
    element("sfLRC", "PeriodoImputacion", month, "sf"),
    ...(numserie === null ? [] : [element("sfLRC", "NumSerieFactura", numserie)]),
    ...(after === null ? [] : [element("sfLRC", "ClavePaginacion", after, "sf")]),
  ])
  return envelope(wrapped(
    "sfLRC",
    "ConsultaFactuSistemaFacturacion",
    joined([
      wrapped("sfLRC", "Cabecera", elements("sf", header)),
      wrapped("sfLRC", "FiltroConsulta", filter),
      element("sfLRC", "DatosAdicionalesRespuesta", { MostrarSistemaInformatico: "S" }),
    ]),
    ["sfLRC", "sf"],
  ))
}
