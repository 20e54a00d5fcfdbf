import { ShipmentRefused } from "../../../../core/ports/TaxAuthority.ts"

/** AEAT's words for the errors that the stand-in finds by itself (errores.properties, August 2026). */
const texts: ReadonlyMap<number, string> = new Map([
  [1104, "El valor del campo NumSerieFactura es incorrecto."],
  [1105, "El valor del campo FechaExpedicionFactura es incorrecto."],
  [1106, "El valor del campo TipoFactura no está incluido en la lista de valores permitidos."],
  [1108, "El NIF del IDEmisorFactura debe ser el mismo que el NIF del ObligadoEmision."],
  [1112, "El campo FechaExpedicionFactura es superior a la fecha actual."],
  [1114, "Si la factura es de tipo rectificativa, el campo TipoRectificativa debe tener valor."],
  [1115, "Si la factura no es de tipo rectificativa, el campo TipoRectificativa no debe tener valor."],
  [1130, "El campo NumSerieFactura contiene caracteres no permitidos."],
  [1152, "La fecha de expedición no puede ser inferior al 28 de octubre de 2024."],
  [1153, "Valor del campo RechazoPrevio no válido, solo podrá incluirse el campo RechazoPrevio con valor X si se ha informado el campo Subsanacion y tiene el valor S."],
  [1161, "El valor del campo RechazoPrevio no es válido, no podrá incluirse el campo RechazoPrevio con valor S si no se ha informado del campo Subsanacion o tiene el valor N."],
  [1180, "Error en el bloque de Encadenamiento."],
  [1189, "Si TipoFactura es F1 o F3 o R1 o R2 o R3 o R4 el bloque Destinatarios tiene que estar cumplimentado."],
  [1190, "Si TipoFactura es F2 o R5 el bloque Destinatarios no puede estar cumplimentado."],
  [1195, "Al menos uno de los dos campos OperacionExenta o CalificacionOperacion deben estar informados."],
  [1196, "OperacionExenta o CalificacionOperacion no pueden ser ambos informados ya que son excluyentes entre sí."],
  [1244, "El campo FechaHoraHusoGenRegistro tiene un formato incorrecto."],
  [1247, "El valor del campo TipoHuella es incorrecto."],
  [1262, "La longitud de huella no cumple con las especificaciones."],
  [1269, "El bloque Registro Anterior no esta informado correctamente."],
  [1287, "El valor del campo NumSerieFactura contiene carácteres no validos (<, >, \", ', =)."],
  [1291, "El HASH del Registro anterior no es alfanumérico."],
  [1292, "El HASH no es alfanumérico."],
  [2000, "El cálculo de la huella suministrada es incorrecta."],
  [2002, "La longitud de huella del registro anterior no cumple con las especificaciones."],
  [2003, "El contenido de la huella del registro anterior no cumple con las especificaciones."],
  [2004, "El valor del campo FechaHoraHusoGenRegistro debe ser la fecha actual del sistema de la AEAT, admitiéndose un margen de error de: 240 segundos."],
  [2005, "El campo ImporteTotal tiene un valor incorrecto para el valor de los campos BaseImponibleOimporteNoSujeto, CuotaRepercutida y CuotaRecargoEquivalencia suministrados."],
  [2006, "El campo CuotaTotal tiene un valor incorrecto para el valor de los campos CuotaRepercutida y CuotaRecargoEquivalencia suministrados."],
  [2007, "No debe informarse como primer registro, existen facturas emitidas con el obligado emisión y el sistema informático actual."],
  [2008, "El valor de la huella del registro anterior debe ser diferente a la huella del registro actual."],
  [3000, "Registro de facturación duplicado."],
  [3001, "El registro de facturación ya ha sido dado de baja."],
  [3002, "No existe el registro de facturación."],
  [4102, "El XML no cumple el esquema. Falta informar campo obligatorio."],
  [4103, "Se ha producido un error inesperado al parsear el XML."],
  [4114, "El XML no cumple con el esquema: se ha superado el límite máximo permitido de facturas a registrar."],
  [4116, "Error en la cabecera: el campo NIF del bloque ObligadoEmision tiene un formato incorrecto."],
  [4118, "Error técnico: la dirección no se corresponde con el fichero de entrada."],
  [4126, "Error en la cabecera: el campo RefRequerimiento solo debe informarse en sistemas en remisiones al endpoint del servicio a usar para la contestación a requerimientos de registros de facturación."],
  [4135, "Esta URL no puede ser utilizada mediante GET."],
])

/** The text of an error. For a code that only the stand-in's controls can give, it says that it was ordered. */
export const errorText = (codigo: number): string => texts.get(codigo) ?? `Error ${codigo}, dado por encargo.`

/** The fault that refuses a message as a whole, as the sender's; `about` tells which part of it is meant. */
export const faultOf = (codigo: number, about?: string): ShipmentRefused =>
  new ShipmentRefused({ side: "client", codigo, mensaje: `${errorText(codigo)}${about === undefined ? "" : `: ${about}`}` })
