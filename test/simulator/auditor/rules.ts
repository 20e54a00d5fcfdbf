import { type Fields, fieldsOf } from "../requests/Fields.ts"
import type { Books, Judge } from "./Books.ts"
import { moment } from "./civil.ts"
import * as contacts from "./contacts.ts"
import * as corrections from "./corrections.ts"
import * as deals from "./deals.ts"
import * as donations from "./donations.ts"
import * as drafts from "./drafts.ts"
import { conflict, type Expected, type Facts, missing, written } from "./Expected.ts"
import * as expenses from "./expenses.ts"
import * as goods from "./goods.ts"
import { issue } from "./issuing.ts"
import { send } from "./letters.ts"
import * as members from "./members.ts"
import { changeDocument } from "./patches.ts"
import * as payments from "./payments.ts"
import * as purchases from "./purchases.ts"
import { recordFault } from "./records.ts"
import * as stores from "./stores.ts"
import * as subscriptions from "./subscriptions.ts"
import * as webhooks from "./webhooks.ts"

/** `subsanar`: whether it is allowed depends on what the tax authority said, which these books do not know. */
const amend: Judge = (books, { facts, id }) => {
  const document = books.documents.get(id)
  if (document === undefined) return missing
  if (document.kind !== "invoice") return conflict("no_es_factura")
  if (document.lifecycle === "draft") return conflict("factura_en_borrador")
  if (document.record === null) return conflict("factura_sin_registro")
  if (facts.modo === "test") return conflict("factura_registrada")
  const [record] = written(facts, "registryRecord")
  if (record === undefined) return { _tag: "Unsure" }
  const fault = recordFault(books, document, record, facts.now)
  if (fault !== undefined) books.faults.push(`record ${record.orden}${fault}`)
  const { factura_id, generado, huella } = record
  books.chain.push({ id: record.id, factura_id, huella, generado })
  const link = record.tipo === "alta" ? { huella, at: moment(generado) } : document.record
  books.documents.put(id, { ...document, record: link })
  return { _tag: "Unsure" }
}

const rules: Readonly<Record<string, Judge>> = {
  "POST /contactos": contacts.addContact,
  "PATCH /contactos/{id}": contacts.changeContact,
  "DELETE /contactos/{id}": contacts.removeContact,
  "POST /gastos": expenses.addExpense,
  "PATCH /gastos/{id}": expenses.changeExpense,
  "DELETE /gastos/{id}": expenses.removeExpense,
  "POST /gastos/{id}/solicitar-aprobacion": expenses.judgeExpense("solicitar-aprobacion"),
  "POST /gastos/{id}/aprobar": expenses.judgeExpense("aprobar"),
  "POST /gastos/{id}/rechazar": expenses.judgeExpense("rechazar"),
  "POST /productos": goods.addProduct,
  "PATCH /productos/{id}": goods.changeProduct,
  "DELETE /productos/{id}": goods.removeProduct,
  "POST /oportunidades": deals.openDeal,
  "PATCH /oportunidades/{id}": deals.changeDeal,
  "DELETE /oportunidades/{id}": deals.removeDeal,
  "POST /pedidos-compra": purchases.order,
  "PATCH /pedidos-compra/{id}": purchases.changeOrder,
  "DELETE /pedidos-compra/{id}": purchases.removeOrder,
  "POST /socios": members.join,
  "PATCH /socios/{id}": members.changeMember,
  "DELETE /socios/{id}": members.removeMember,
  "POST /donativos": donations.donate,
  "PATCH /donativos/{id}": donations.changeDonation,
  "DELETE /donativos/{id}": donations.removeDonation,
  "POST /tiendas": stores.openStore,
  "PATCH /tiendas/{id}": stores.changeStore,
  "DELETE /tiendas/{id}": stores.removeStore,
  "POST /tiendas/{id}/pausar": stores.switchStore("paused"),
  "POST /tiendas/{id}/reanudar": stores.switchStore("active"),
  "POST /tiendas/{id}/pedidos": stores.importOrder,
  "POST /suscripciones": subscriptions.addSubscription,
  "PATCH /suscripciones/{id}": subscriptions.changeSubscription,
  "DELETE /suscripciones/{id}": subscriptions.removeSubscription,
  "POST /facturas": drafts.draft,
  "PATCH /facturas/{id}": changeDocument,
  "DELETE /facturas/{id}": drafts.trash,
  "POST /facturas/{id}/emitir": issue,
  "POST /facturas/{id}/anular": corrections.annul,
  "POST /facturas/{id}/rectificar": corrections.rectify,
  "POST /facturas/{id}/convertir": corrections.convert,
  "POST /facturas/{id}/aceptar": corrections.answerQuote(true),
  "POST /facturas/{id}/rechazar": corrections.answerQuote(false),
  "POST /facturas/{id}/enviar": send,
  "POST /facturas/{id}/subsanar": amend,
  "POST /facturas/{id}/cobros": payments.pay,
  "DELETE /cobros/{id}": payments.unpay,
  "POST /webhooks": webhooks.subscribe,
  "PATCH /webhooks/{id}": webhooks.changeWebhook,
  "DELETE /webhooks/{id}": webhooks.unsubscribe,
  "POST /webhooks/{id}/reactivar": webhooks.reactivate,
  "POST /webhooks/{id}/rotar-secreto": webhooks.rotate,
  "POST /webhooks/{id}/probar": webhooks.testWebhook,
  "POST /webhooks/{id}/envios/{id}/reenviar": webhooks.replay,
  "POST /webhooks/{id}/reenviar": webhooks.replayRange,
}

/** What a write has to come to by the auditor's rules; also carries it out in the books. */
export const judge = (books: Books, method: string, path: string, body: unknown, facts: Facts): Expected => {
  const [, collection = "", id = "", deed = "", sub = "", last = ""] = path.split("/")
  const parts = [collection, id && "{id}", deed, sub && "{id}", last].filter((part) => part !== "")
  const rule = rules[`${method} /${parts.join("/")}`]
  if (rule === undefined) throw new Error(`there is no rule for ${method} ${path}`)
  const fields: Fields = fieldsOf(body === undefined ? {} : JSON.parse(JSON.stringify(body)))
  return rule(books, { id, sub, body: fields, facts })
}
