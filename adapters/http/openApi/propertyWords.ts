/** What a client should know of a property, in Spanish; what its name and its schema say already is not said again. */
export interface PropertyWords {
  readonly words: string
  /** What stands in its place where it is left out. */
  readonly otherwise: string | null
}

/** Words by the names of properties: `verifactu.huella` is one within another. */
export type Words = Readonly<Record<string, PropertyWords>>

const say = (words: string): PropertyWords => ({ words, otherwise: null })

/**
 * A property with a default. It is told in words: generators of types (openapi-typescript) take what has a `default` for
 * a property that has to be sent.
 */
const or = (otherwise: string, words = ""): PropertyWords => ({ words, otherwise })

/** Those of some properties. */
const only = (words: Words, names: ReadonlyArray<string>): Words =>
  Object.fromEntries(Object.entries(words).filter(([name]) => names.includes(name)))

const taxId = "NIF, NIE o identificación extranjera; se guarda en mayúsculas y sin separadores. Si es español se comprueba."
const percent = "En tanto por ciento."
const rate = "Tipo de IVA, IGIC o IPSI, en tanto por ciento."
const exchange = "Euros que vale una unidad de `divisa`: importe × `tipo_cambio` = euros."
const lineDiscount = "En tanto por ciento de cantidad × precio."
const wholePercent = "En tanto por ciento entero."

const sentContact: Words = {
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

const sentProduct: Words = {
  nombre: say("Es la descripción de las líneas que no tienen otra."),
  sku: say("No se repite en la organización."),
  codigo_barras: say("EAN-13, EAN-8 o UPC-A, solo dígitos; se comprueba el de control."),
  descripcion: say("No pasa a las líneas de factura."),
  precio: or("0", "Por unidad, sin impuestos; hasta ocho decimales."),
  tipo_iva: or("el de la organización", rate),
  stock: or("0", "Unidades que hay; lo bajan las facturas al emitirse, también bajo cero, y lo suben los pedidos recibidos."),
  unidad: or("`ud`", "Unidad de medida."),
  clase: or("`goods`"),
  stock_minimo: or("0", "Al bajar de él se avisa con `stock.below_minimum`."),
}

const sentExpense: Words = {
  proveedor_id: say("Id de un contacto de tipo `supplier`."),
  referencia: say("Número de la factura del proveedor."),
  fecha: or("el día en que se registra", "De la factura recibida."),
  base: say("Sin impuestos; negativa en un abono."),
  tipo_iva: or("el de la organización", percent),
  irpf: or("el del proveedor; sin proveedor, 0", `Retención, que no se resta de \`total\`. ${wholePercent}`),
  pagado: or("`false`"),
}

const sentDeal: Words = {
  titulo: say("De qué trata."),
  contacto_id: say("Id de un contacto."),
  importe: or("0", "Lo que se espera facturar."),
  etapa: or("`nueva`", "Con las palabras de cada uno."),
}

const sentPurchaseOrder: Words = {
  proveedor_id: say("Id de un contacto de tipo `supplier`."),
  fecha: or("el día en que se hace"),
}

const sentMember: Words = {
  numero: or("uno más que el mayor que la organización ha dado nunca", "No se repite entre los socios de la organización."),
  nombre: say("Nombre y apellidos, o razón social."),
  nif: say(taxId),
  cuota: or("0", "Lo que paga cada vez, según `periodicidad`."),
  periodicidad: or("`yearly`"),
  alta: or("el día en que se registra"),
  baja: say("No puede ser anterior a `alta`; puede ser futura."),
}

const sentDonation: Words = {
  importe: say("En euros."),
  fecha: or("el día en que se registra"),
  forma_pago: or("ninguna"),
  socio_id: say("Id del socio que lo da. No va con `contacto_id`."),
  contacto_id: say("Id del contacto que lo da. No va con `socio_id`."),
  anonimo: or("`false`", "Si quien lo da no quiere que se le nombre en público, conste aquí o no."),
}

const seriesWords = "Serie en la que tomará número."
const series = "`A`, sin cliente `S`; `P` de un presupuesto, `ALB` de un albarán"

const sentInvoice: Words = {
  tipo_documento: or("`invoice`"),
  serie: or(`${series} y \`PRO\` de una proforma`, seriesWords),
  numero: or("el siguiente de su serie", "Número que se pide. Solo la primera factura de una serie puede tener otro que el siguiente."),
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

const sentStore: Words = {
  nombre: say("Con el que se la conoce."),
  plataforma: say("En qué funciona: `woocommerce`, por ejemplo."),
}

const sentSubscription: Words = {
  contacto_id: say("Id del cliente de sus facturas, que van en euros."),
  nombre: say("Para reconocerla: no va en sus facturas."),
  periodicidad: say("Lo que dura cada periodo. Del 31 de enero se pasa al 28 o 29 de febrero, y de este al 31 de marzo."),
  inicio: or("el día en que se crea", "Primer día de su primer periodo: desde hace un año hasta dentro de diez."),
  fin: or("ninguno", "No empieza ningún periodo después de él."),
  serie: or("`A`", "Serie de sus facturas."),
  lineas: say("Las de cada factura: lo que omiten se toma cuando se hace."),
  precios_con_iva: or("`false`", "Cada `precio` lleva el impuesto dentro."),
  emitir: or("`false`, se quedan en borrador", "Si sus facturas se emiten."),
}

const newWebhook: Words = {
  url: say("`https`, con nombre o dirección públicos; puerto 443 o desde 1024."),
  sucesos: or("`*`, todos", "Nombres de `GET /eventos`, o `*` solo."),
  modo_aviso: or("`firma`", "`token` envía además el secreto en la cabecera `x-svc-token`."),
}

const shownInvoice: Words = {
  numero: say("null en un borrador."),
  referencia: say("Serie y número unidos por un guion; null en un borrador."),
  estado: say("`sent`: emitida. `paid`: cobrada del todo. `overdue`: vencida a día de hoy y no cobrada. `cancelled`: anulada."),
  fecha_emision: say("De un borrador en el que nadie la ha elegido pasa al día en que se emita."),
  fecha_vencimiento: say("Con varios plazos, el primero."),
  plazos: say("Tal como se escribió."),
  fecha_cobro: say("La del cobro que no dejó nada pendiente."),
  notas: say("Se imprimen."),
  divisa: say("De todos los importes de la factura."),
  tipo_cambio: say(exchange),
  base_imponible: say("Suma de las líneas, con sus descuentos y sin impuestos."),
  recargo_equivalencia: say("Si lleva recargo de equivalencia; en Canarias, el del comerciante minorista."),
  irpf: say(`Retención. ${wholePercent}`),
  cuota_irpf: say("Se resta del total."),
  suplidos: say("Se suman al total, sin impuestos."),
  total: say("`base_imponible` + `cuota_iva` + `cuota_recargo` − `cuota_irpf` + `suplidos`."),
  cobrado: say("Suma de los cobros."),
  pendiente: say("`total` − `cobrado`, nunca negativo."),
  "verifactu.registrada": say("Si tiene registro de facturación, que una clave de prueba no hace."),
  "verifactu.huella": say("SHA-256 de su registro de alta."),
  "verifactu.aeat": say("Lo que contestó la AEAT; null hasta entonces."),
  contacto: say("El cliente: de un borrador, como es ahora; de lo emitido, como era. null en una factura simplificada."),
}

const shownWebhook: Words = {
  activo: say("`false`: no recibe nada, y lo que pase entretanto no se guarda para ella."),
  fallos_seguidos: say("Tras 15 se desactiva."),
  firma: say("Cómo se comprueba cada aviso."),
}

/** By the names that the document gives to the schemas of bodies and answers. */
export const propertyWords: Readonly<Record<string, Words>> = {
  ContactoNuevo: sentContact,
  ContactoCambios: sentContact,
  ProductoNuevo: sentProduct,
  ProductoCambios: sentProduct,
  GastoNuevo: sentExpense,
  GastoCambios: sentExpense,
  OportunidadNueva: sentDeal,
  OportunidadCambios: {
    ...sentDeal,
    estado: say("De `won` o `lost` se vuelve a `open`, y de ahí a cualquiera de los dos."),
    motivo: say("Por qué se perdió: solo con `estado` `lost`."),
  },
  TiendaNueva: sentStore,
  TiendaCambios: sentStore,
  PedidoDeTiendaNuevo: {
    ...only(sentInvoice, [
      "contacto_id", "fecha_emision", "forma_pago", "notas", "notas_internas", "divisa", "tipo_cambio", "precios_con_iva",
    ]),
    referencia_externa: say("El id del pedido en la tienda: con él se importa una sola vez."),
    serie: or("`A`, sin cliente `S`", seriesWords),
    lineas: say("Al menos una."),
  },
  PedidoDeCompraNuevo: { ...sentPurchaseOrder, lineas: say("Lo que se pide.") },
  PedidoDeCompraCambios: {
    ...sentPurchaseOrder,
    lineas: say("Sustituyen a todas."),
    estado: say("`received`: ha llegado, y sube el stock de sus bienes. `cancelled`: no llegará. De ninguno se vuelve."),
  },
  LineaDePedidoDeCompraNueva: {
    producto_id: say("Id del producto que se pide; si es un bien, su stock sube al recibir el pedido."),
    descripcion: or("el nombre del producto", "Obligatoria sin `producto_id`."),
    cantidad: or("1", "Hasta seis decimales."),
    precio: or("0", "De compra, por unidad y sin impuestos; hasta ocho decimales. Nunca se toma del producto."),
    descuento: or("0", lineDiscount),
    tipo_iva: or("el del producto; sin producto, el de la organización", rate),
  },
  SocioNuevo: sentMember,
  SocioCambios: { ...sentMember, numero: say("No se repite entre los socios de la organización.") },
  DonativoNuevo: sentDonation,
  DonativoCambios: sentDonation,
  SuscripcionNueva: sentSubscription,
  SuscripcionCambios: {
    ...sentSubscription,
    periodicidad: say("Con alguna factura hecha no cambia, ni `inicio`."),
    estado: say("`paused`: no se factura. `cancelled`: para siempre."),
  },
  FacturaNueva: { ...sentInvoice, lineas: say("Sin ninguna no se puede emitir.") },
  FacturaCambios: {
    ...sentInvoice,
    serie: or(`${series}, \`PRO\` de una proforma y \`R\` de una rectificativa`, seriesWords),
    lineas: or("ninguna; en una rectificativa por diferencias, las que devuelven toda la original", "Sustituyen a todas."),
  },
  LineaNueva: {
    producto_id: say("Id del producto del que se toma lo que la línea omite."),
    descripcion: or("el nombre del producto", "Obligatoria sin `producto_id`."),
    cantidad: or("1", "Hasta seis decimales; negativa en lo que se devuelve."),
    precio: or(
      "el del producto",
      "Por unidad, hasta ocho decimales; sin impuestos, salvo con `precios_con_iva`. Obligatorio sin `producto_id`.",
    ),
    descuento: or("el del contacto; en una rectificativa, 0", lineDiscount),
    tipo_iva: or("el del producto; sin producto, el de la organización", rate),
    clase: or("la del producto; sin producto, `goods`"),
    unidad: or("la del producto", "Unidad de medida."),
  },
  AnulacionNueva: { motivo: say("Se imprime.") },
  RectificacionNueva: {
    motivo: say("Se imprime."),
    metodo: or(
      "`diferencias`",
      "`diferencias`: las líneas son lo que cambia, con su signo. `sustitucion`: las líneas son el contenido corregido, entero.",
    ),
    causa: or(
      "`R1` si cambian base o cuotas y `R4` si no",
      "`R1`: error de derecho, devolución, descuento u operación sin efecto. `R2`: concurso. `R3`: incobrable. `R4`: las demás. "
        + "De una factura simplificada no se indica: es `R5`.",
    ),
    serie: or("`R`"),
    lineas: say(
      "Por diferencias: lo que se devuelve, con `cantidad` negativa, y lo que se añade; sin ellas se devuelve la factura entera, "
        + "con sus suplidos. Por sustitución son obligatorias. Sus precios son sin impuestos.",
    ),
  },
  EnvioNuevo: {
    para: or("la dirección que el contacto tiene ahora"),
    asunto: or("el documento y quien lo emite"),
    mensaje: or("un saludo con el nombre del documento", "El PDF va adjunto."),
  },
  CobroNuevo: {
    importe: say("En la divisa de la factura; puede pasar de lo pendiente."),
    fecha: or("hoy", "Puede ser futura, y cuenta ya."),
    forma_pago: or("ninguna", "De este cobro, sea cual sea la de la factura."),
  },
  SubsanacionNueva: {
    destinatario_no_censado: or("`false`", "Dice que el NIF es correcto aunque no esté en el censo de la AEAT."),
  },
  WebhookNuevo: newWebhook,
  WebhookCambios: {
    ...newWebhook,
    activo: or("`true`", "`true` la reactiva, con `fallos_seguidos` a cero; `false` abandona los envíos que esperan."),
  },
  ReenvioDeIntervalo: {
    desde: say("Se incluye."),
    hasta: or("ahora", "Se incluye."),
  },
  Organizacion: {
    moneda: say("Divisa de los documentos de quien no tiene otra."),
    tipo_iva_defecto: say(`El de las líneas que no dicen otro. ${percent}`),
    recargo_equivalencia: say("Si ella misma está en ese régimen; sus facturas no lo llevan por eso."),
  },
  Contacto: {
    dias_pago: say("Días entre emisión y vencimiento de sus facturas, cuando no los dan ellas."),
    irpf: say(`Retención de sus facturas o, de un proveedor, de sus gastos. ${wholePercent}`),
    descuento: say(`Descuento de las líneas de sus facturas. ${percent}`),
    moneda: say("null: la de la organización."),
  },
  Producto: { precio: say("Por unidad, sin impuestos."), tipo_iva: say(rate), stock: say("Unidades que hay.") },
  Gasto: {
    proveedor: say("Su nombre cuando se eligió."),
    fecha: say("La medianoche UTC de su día."),
    base: say("Sin impuestos; negativa en un abono."),
    tipo_iva: say(percent),
    irpf: say(`Retención. ${wholePercent}`),
    total: say("`base` + `cuota_iva`: la retención no se resta."),
  },
  Oportunidad: {
    contacto_id: say("El que se eligió, aunque ya no exista."),
    importe: say("Lo que se espera facturar."),
    motivo: say("Por qué se perdió; null si no está perdida."),
  },
  Tienda: { estado: say("`paused`: no admite pedidos nuevos.") },
  PedidoDeCompra: {
    estado: say("`ordered`: pedido. `received`: recibido, ya en el stock. `cancelled`: no llegará."),
  },
  LineaDePedidoDeCompra: {
    precio: say("De compra, por unidad y sin impuestos."),
    descuento: say(lineDiscount),
    tipo_iva: say(rate),
  },
  Socio: { cuota: say("Lo que paga cada vez, según `periodicidad`."), baja: say("null: no se ha dado de baja.") },
  Donativo: {
    socio_id: say("Quien lo dio, aunque se haya borrado; null si no es de un socio."),
    contacto_id: say("Quien lo dio, aunque se haya borrado; null si no es de un contacto."),
    anonimo: say("Si quien lo dio no quiere que se le nombre en público."),
  },
  Suscripcion: {
    serie: say("null: la que tienen sus facturas por omisión."),
    lineas: say("Como se enviaron."),
    estado: say("`paused` también cuando no se pudo facturar un periodo: `GET /actividad` dice por qué."),
    proxima: say("Primer día del próximo periodo que se factura; null si no hay más."),
  },
  LineaDeSuscripcion: {
    precio: say("Sin impuestos, salvo con `precios_con_iva`."),
    descuento: say(lineDiscount),
    tipo_iva: say(rate),
  },
  Factura: shownInvoice,
  FacturaResumen: shownInvoice,
  Linea: {
    precio: say("Por unidad, sin impuestos, también si se envió con ellos."),
    descuento: say(lineDiscount),
    tipo_iva: say(rate),
  },
  Cobro: { importe: say("En la divisa de la factura.") },
  Envio: { encolado: say("`false` con una clave de prueba: no se envía.") },
  Registro: {
    orden: say("Lugar en la cadena de la organización, desde 1."),
    subsanacion: say("Si rehace un registro anterior."),
    huella_anterior: say("null en el primero."),
    cadena: say("El texto exacto del que `huella` es el SHA-256."),
    campos: say("Con los nombres de la AEAT."),
    qr: say("Dirección que lleva el QR; null en una anulación."),
    estado: say("`not_sent`: la organización no tiene certificado con el que enviarlo."),
    csv: say("Código seguro de verificación con el que la AEAT lo aceptó."),
    respuesta: say("La de la AEAT a este registro; null hasta entonces."),
  },
  VerificacionDelRegistro: {
    verificado: say("null si no se ha hecho ninguna."),
    registros: say("Cuántos se comprobaron."),
    intacta: say("null si no se ha hecho ninguna."),
    primer_error: say("null si está intacta."),
  },
  Webhook: shownWebhook,
  WebhookConSecreto: shownWebhook,
  EnvioDeWebhook: {
    intentos: say("Cuántos se han hecho."),
    proximo_intento: say("null si no habrá más."),
    ultimo_codigo: say("Estado HTTP de la última respuesta; null si no la hubo."),
  },
}
