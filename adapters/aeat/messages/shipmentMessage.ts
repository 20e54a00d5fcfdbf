import type { Shipment } from "../../../core/ports/TaxAuthority.ts"
import { element, elements, joined, wrapped, type Xml } from "../xml/writeXml.ts"
import type { MessageRecord } from "./recordKey.ts"
import { envelope } from "./soap.ts"

/** What the message of a shipment says. */
export interface ShipmentContents extends Pick<Shipment, "obligado" | "incidencia"> {
  readonly records: ReadonlyArray<MessageRecord>
}

/** The message that hands over records. */
export const shipmentMessage = (contents: ShipmentContents): string => envelope(registryXml(contents))

/** Records as AEAT reads them (RegFactuSistemaFacturacion): each field as it was made and hashed. */
export const registryXml = ({ incidencia, obligado, records }: ShipmentContents): Xml => {
  const header = elements("sf", {
    ObligadoEmision: { NombreRazon: obligado.nombre, NIF: obligado.nif },
    // The element has to be left out where it would be empty.
    ...(incidencia ? { RemisionVoluntaria: { Incidencia: "S" } } : {}),
  })
  return wrapped(
    "sfLR",
    "RegFactuSistemaFacturacion",
    joined([
      wrapped("sfLR", "Cabecera", header),
      ...records.map(({ campos, tipo }) =>
        wrapped("sfLR", "RegistroFactura", element("sf", elementNames[tipo], campos))),
    ]),
    ["sfLR", "sf"],
  )
}

/** The element of each kind of record. */
export const elementNames = { alta: "RegistroAlta", anulacion: "RegistroAnulacion" } as const
