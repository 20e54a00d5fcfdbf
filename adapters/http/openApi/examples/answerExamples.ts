import { declaration } from "../../../../core/declaration/declaration.ts"
import { DeliveryResource } from "../../../../core/deliveries/deliveryResource.ts"
import { exampleOf } from "../../../../core/examples/exampleOf.ts"
import {
  anulada,
  borrador,
  donativo,
  emitida,
  gasto,
  oportunidad,
  pedido,
  presupuesto,
  socio,
  suscripcion,
  tienda,
} from "../../../../core/examples/exampleResources.ts"
import { InvoiceResource, type InvoiceSummary } from "../../../../core/invoices/invoiceResource.ts"
import { defaultLimit } from "../../../../core/pagination/listPage.ts"
import { RecordResource } from "../../../../core/registry/recordResource.ts"
import { released, talonarioSoftware } from "../../../../core/registry/talonarioSoftware.ts"
import type { ListResource } from "../../contract/lists.ts"

const { lineas } = exampleOf(InvoiceResource)

const withLines = (summary: InvoiceSummary): InvoiceResource => ({ ...summary, lineas })

const pageOf = <A>(item: A): ListResource<A> => ({ datos: [item], total: 1, limite: defaultLimit, siguiente: null })

/** What the body of `createInvoice` makes, which names no customer. */
const simplificada: InvoiceSummary = { ...borrador, serie: "S", forma_pago: null, contacto: null }

/** The draft that gives back all of an invoice. */
const devolucion: InvoiceSummary = {
  ...borrador,
  id: "01930a6ba949703fac718e9f0a1b2c35",
  serie: "R",
  tipo: "rectificative",
  fecha_vencimiento: null,
  plazos: null,
  etiquetas: [],
  base_imponible: -borrador.base_imponible,
  cuota_iva: -borrador.cuota_iva,
  total: -borrador.total,
  pendiente: 0,
}

const devuelta: InvoiceSummary = {
  ...devolucion,
  numero: 3,
  referencia: "R-3",
  estado: "sent",
  verifactu: emitida.verifactu,
}

const registro: RecordResource = {
  ...exampleOf(RecordResource),
  campos: { IDVersion: "1.0", TipoFactura: "F1", CuotaTotal: "126.00", ImporteTotal: "726.00" },
  qr: "https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR?nif=B12345674&numserie=A-42&fecha=20-11-2026&importe=726.00",
  respuesta: null,
}

const envio = exampleOf(DeliveryResource)

/**
 * By the names of operations, what they answer where their schema's own example would show something else than they do.
 * Here, and not where operations are declared: clients hold the declarations, and need no examples.
 */
export const answerExamples: Readonly<Record<string, unknown>> = {
  createInvoice: withLines(simplificada),
  updateInvoice: withLines({ ...borrador, notas: "Gracias por su confianza" }),
  issueInvoice: withLines(emitida),
  annulInvoice: withLines(anulada),
  rectifyInvoice: {
    ...devolucion,
    lineas: lineas.map((line) => ({ ...line, cantidad: -line.cantidad })),
  },
  listRectifications: pageOf(devuelta),
  acceptQuote: withLines(presupuesto),
  rejectQuote: withLines(presupuesto),
  updateExpense: { ...gasto, pagado: true },
  requestApproval: { ...gasto, estado_aprobacion: "pending" },
  approveExpense: { ...gasto, estado_aprobacion: "approved" },
  rejectExpense: { ...gasto, estado_aprobacion: "rejected" },
  createDeal: { ...oportunidad, contacto_id: null },
  listDeals: pageOf(oportunidad),
  readDeal: oportunidad,
  updateDeal: { ...oportunidad, etapa: "negociación" },
  updateStore: { ...tienda, plataforma: "prestashop" },
  pauseStore: { ...tienda, estado: "paused" },
  importStoreOrder: withLines({ ...simplificada, plazos: null, fecha_vencimiento: null, etiquetas: [] }),
  updatePurchaseOrder: { ...pedido, estado: "received" },
  updateMember: { ...socio, baja: "2026-12-31" },
  createDonation: { ...donativo, socio_id: null },
  updateDonation: { ...donativo, anonimo: true },
  updateSubscription: { ...suscripcion, estado: "paused" },
  listInvoiceRecords: pageOf(registro),
  listRecords: pageOf(registro),
  amendRecord: { ...registro, orden: 43, subsanacion: true, huella_anterior: registro.huella.split("").toReversed().join("") },
  readVerification: { verificado: registro.generado, registros: 42, intacta: true, primer_error: null },
  readDeclaration: declaration(
    talonarioSoftware({ producer: "Programas del Norte SL", producerNif: "B55555551" }),
    { address: "Calle Mayor 1, 28013 Madrid", place: "Madrid, España" },
    released,
  ),
  testWebhook: { ...envio, suceso: "webhook.test" },
  replayDelivery: { ...envio, intentos: 7, ultimo_codigo: 503, ultimo_error: "respondió con el código 503" },
  replayDeliveries: { reenviados: 12, caducados: 0, continuar_tras: null },
}
