import { exchange, or, percent, rate, say, wholePercent, type Words } from "./wordKinds.ts"

/** What is said of the properties of bodies that are sent. */

const taxId = "NIF, NIE o identificación extranjera; se guarda en mayúsculas y sin separadores. Si es español se comprueba."

/** A contact, new or changed. */
export const sentContact: Words = {
  nombre: say("Razón social, o nombre y apellidos. Con más de 120 caracteres sus facturas no se pueden emitir."),
  nif: say(taxId),
  tipo: or("`customer`", "Solo un `supplier` puede ser `proveedor_id` de un gasto o de un pedido."),
  pais: say("Código ISO de dos letras, `FR`; España también por su nombre, o sin país."),
  nif_iva: say("NIF-IVA intracomunitario con su prefijo: `FR12345678901`."),
  iban: say("Se comprueban sus dígitos de control."),
  dias_pago: say("Días entre emisión y vencimiento de sus facturas, cuando no los dan ellas."),
  forma_pago: say("Texto libre. Sus facturas la toman si es `transfer`, `cash`, `card`, `direct_debit` u `other`."),
  irpf: or("0", `Retención de sus facturas o, de un proveedor, de sus gastos. ${wholePercent}`),
  descuento: or("0", `Descuento de las líneas de sus facturas. ${percent}`),
  moneda: say("Divisa de sus facturas; sin ella, la de la organización."),
  idioma: say("De sus PDF: `es`, `ca`, `gl`, `eu` o `en`; con cualquier otro, español."),
  referencia: say("Referencia interna."),
}

/** A product. */
export const sentProduct: Words = {
  nombre: say("Es la descripción de las líneas que no tienen otra."),
  sku: say("No se repite en la organización."),
  codigo_barras: say("EAN-13, EAN-8 o UPC-A, solo dígitos; se comprueba el de control."),
  descripcion: say("No pasa a las líneas de factura."),
  precio: or("0", "Por unidad, sin impuestos; hasta ocho decimales."),
  tipo_iva: or("el de la organización", rate),
  stock: or("0", "Unidades que hay; lo bajan las facturas al emitirse, incluso por debajo de cero, y lo suben los pedidos recibidos."),
  unidad: or("`ud`", "Unidad de medida."),
  clase: or("`goods`"),
  stock_minimo: or("0", "Al bajar de él se avisa con `stock.below_minimum`."),
}

/** An expense. */
export const sentExpense: Words = {
  proveedor_id: say("Id de un contacto de tipo `supplier`."),
  referencia: say("Número de la factura del proveedor."),
  fecha: or("el día en que se registra", "De la factura recibida."),
  base: say("Sin impuestos; negativa en un abono."),
  tipo_iva: or("el de la organización", percent),
  irpf: or("el del proveedor; sin proveedor, 0", `Retención, que no se resta de \`total\`. ${wholePercent}`),
  pagado: or("`false`"),
}

/** A deal. */
export const sentDeal: Words = {
  titulo: say("De qué trata."),
  contacto_id: say("Id de un contacto."),
  importe: or("0", "Lo que se espera facturar."),
  etapa: or("`nueva`", "Texto libre."),
  motivo: say("Por qué se perdió: solo con `estado` `lost`."),
}

/** Words for the state of a purchase order. */
export const orderState =
  "`received`: ha llegado, y sube el stock de sus bienes. `cancelled`: no llegará. De ninguno se vuelve."

/** A purchase order. */
export const sentPurchaseOrder: Words = {
  proveedor_id: say("Id de un contacto de tipo `supplier`."),
  fecha: or("el día en que se hace"),
}

/** A member. */
export const sentMember: Words = {
  numero: or("uno más que el mayor que la organización ha dado nunca", "No se repite entre los socios de la organización."),
  nombre: say("Nombre y apellidos, o razón social."),
  nif: say(taxId),
  cuota: or("0", "Lo que paga cada vez, según `periodicidad`."),
  periodicidad: or("`yearly`"),
  alta: or("el día en que se registra"),
  baja: say("No puede ser anterior a `alta`; puede ser futura."),
}

/** A donation. */
export const sentDonation: Words = {
  importe: say("En euros."),
  fecha: or("el día en que se registra"),
  forma_pago: or("ninguna"),
  socio_id: say("Id del socio que lo da. No va con `contacto_id`."),
  contacto_id: say("Id del contacto que lo da. No va con `socio_id`."),
  anonimo: or("`false`", "Si quien lo da no quiere que se le nombre en público, conste aquí o no."),
}

/** Words for any series. */
export const seriesWords = "Serie en la que tomará número."
/** The series of documents that state none. */
export const series = "`A`, sin cliente `S`; `P` de un presupuesto, `ALB` de un albarán"

/** A draft. */
export const sentInvoice: Words = {
  tipo_documento: or("`invoice`"),
  serie: or(`${series} y \`PRO\` de una proforma`, seriesWords),
  numero: or("el siguiente de su serie", "Número que se pide. Solo la primera factura de una serie puede tener uno que no sea el siguiente."),
  contacto_id: say("Id del cliente. Sin él la factura es simplificada."),
  fecha_emision: or("el día en que se emita"),
  fecha_vencimiento: or("la de `plazos`; si no la dan, la de los `dias_pago` del contacto; si no los tiene, ninguna"),
  plazos: say("Días desde la emisión: `30`, o `30/60/90`, que vence a los 30. Otro texto se imprime y no da vencimiento."),
  forma_pago: or("la del contacto, si es una de estas"),
  notas: say("Se imprimen."),
  notas_internas: say("No se imprimen, ni están en las respuestas."),
  divisa: or("la del contacto; si no la tiene, la de la organización"),
  tipo_cambio: say(`${exchange} Obligatorio si no es \`EUR\`, donde es 1.`),
  irpf: or("el del contacto; sin contacto, 0", `Retención sobre la base, que se resta del total. ${wholePercent}`),
  recargo_equivalencia: or("`false`", "Añade el recargo de equivalencia; en Canarias, el del comerciante minorista."),
  suplidos: or("0", "Se suman al total, sin impuestos."),
  precios_con_iva: or("`false`", "Cada `precio` lleva el impuesto dentro; el recargo de equivalencia, no."),
  facturas_sustituidas: say("Ids de las facturas simplificadas por las que se canjea. Necesita `contacto_id`."),
}

/** Words for the state of a store. */
export const pausedStore = "`paused`: no admite pedidos nuevos."

/** A store. */
export const sentStore: Words = {
  nombre: say("Con el que se la conoce."),
  plataforma: say("En qué funciona: `woocommerce`, por ejemplo."),
}

/** Words for the state of a subscription. */
export const subscriptionState = "`paused`: no se factura. `cancelled`: para siempre."

/** A subscription. */
export const sentSubscription: Words = {
  contacto_id: say("Id del cliente de sus facturas, que van en euros."),
  nombre: say("Para reconocerla: no va en sus facturas."),
  periodicidad: say("Lo que dura cada periodo. Del 31 de enero se pasa al 28 o 29 de febrero, y de este al 31 de marzo."),
  inicio: or("el día en que se crea", "Primer día de su primer periodo: desde hace cuatro años hasta dentro de diez."),
  fin: or("ninguno", "No empieza ningún periodo después de él."),
  serie: or("`A`", "Serie de sus facturas."),
  lineas: say("Las de cada factura: lo que omiten se toma cuando se hace."),
  precios_con_iva: or("`false`", "Cada `precio` lleva el impuesto dentro."),
  emitir: or("`false`: se quedan en borrador", "Si sus facturas se emiten."),
}

/** A new webhook. */
export const newWebhook: Words = {
  url: say("`https`, con nombre o dirección públicos; puerto 443 o desde 1024."),
  sucesos: or("`*`, todos", "Nombres de `GET /eventos`, o `*` solo."),
  modo_aviso: or("`firma`", "`token` envía además el secreto en la cabecera `x-svc-token`."),
}
