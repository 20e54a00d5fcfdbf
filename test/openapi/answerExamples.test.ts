import { assert, describe, it } from "@effect/vitest"
import { answerExamples } from "../../adapters/http/openApi/examples/answerExamples.ts"
import { type Fields, fieldsIn, fieldsOf, isFields } from "../../adapters/http/openApi/Fields.ts"
import { openApiDocument } from "../../adapters/http/openApi/openApi.ts"
import { placeAt, step } from "../support/openApiValidator.ts"

const document = openApiDocument(null)

/** The example answers of each operation, with their status. */
const answers = new Map<string, ReadonlyArray<readonly [status: string, value: Fields]>>()
/** The example body of each operation. */
const bodies = new Map<string, Fields>()

for (const [path, item] of Object.entries(fieldsIn(document, "paths"))) {
  for (const [method, operation] of Object.entries(fieldsOf(item))) {
    const { operationId, responses } = fieldsOf(operation)
    const exampleAt = (within: string): Fields => {
      const { value } = placeAt(document, `/paths${step(path)}/${method}${within}/content/application~1json/examples/ejemplo`)
      return fieldsIn(fieldsOf(value), "value")
    }
    const statuses = Object.keys(fieldsOf(responses)).filter((status) => status.startsWith("2"))
    answers.set(String(operationId), statuses.map((status) => [status, exampleAt(`/responses/${status}`)]))
    bodies.set(String(operationId), exampleAt("/requestBody"))
  }
}

const answersOf = (name: string): ReadonlyArray<Fields> => (answers.get(name) ?? []).map(([, value]) => value)

/** Every object within a value that passes the test. */
const within = (value: unknown, isMeant: (fields: Fields) => boolean): ReadonlyArray<Fields> => {
  if (Array.isArray(value)) return value.flatMap((item) => within(item, isMeant))
  if (!isFields(value)) return []
  return [...(isMeant(value) ? [value] : []), ...Object.values(value).flatMap((field) => within(field, isMeant))]
}

const sumOf = (numbers: ReadonlyArray<number>): number => Math.round(100 * numbers.reduce((sum, one) => sum + one, 0)) / 100

const numberIn = (fields: Fields, name: string): number => Number(fields[name])

describe("the examples of answers", () => {
  it("that are written by hand are used, by an existing operation", () => {
    for (const name of Object.keys(answerExamples)) {
      assert.isNotEmpty(answersOf(name), name)
      for (const example of answersOf(name)) assert.deepStrictEqual(example, answerExamples[name], name)
    }
  })

  it("show consistent documents", () => {
    const documents = [...answers].flatMap(([name, all]) =>
      all.flatMap(([, value]) => within(value, (fields) => "base_imponible" in fields).map((one) => [name, one] as const)))
    assert.isAbove(documents.length, 12)
    for (const [name, one] of documents) {
      const amount = (field: string): number => numberIn(one, field)
      const total = sumOf([amount("base_imponible"), amount("cuota_iva"), amount("cuota_recargo"), -amount("cuota_irpf"), amount("suplidos")])
      assert.strictEqual(amount("total"), total, name)
      assert.strictEqual(amount("pendiente"), Math.max(0, sumOf([total, -amount("cobrado")])), name)
      const { contacto, estado, lineas, numero, referencia, serie, tipo, tipo_documento } = one
      assert.strictEqual(estado === "draft", numero === null, name)
      assert.strictEqual(referencia, numero === null ? null : `${String(serie)}-${String(numero)}`, name)
      const series = tipo === "rectificative" ? "R" : tipo_documento === "quote" ? "P" : contacto === null ? "S" : "A"
      assert.strictEqual(serie, series, name)
      const { huella, registrada, registrada_en } = fieldsIn(one, "verifactu")
      assert.strictEqual(registrada, estado !== "draft" && tipo_documento === "invoice", name)
      assert.deepStrictEqual([huella === null, registrada_en === null], [!registrada, !registrada], name)
      if (Array.isArray(lineas)) {
        const bases = lineas.filter(isFields).map((line) => numberIn(line, "cantidad") * numberIn(line, "precio"))
        assert.strictEqual(amount("base_imponible"), sumOf(bases), name)
      }
    }
  })

  it("show the effect of the operation", () => {
    const done: ReadonlyArray<readonly [name: string, fields: Fields]> = [
      ["createInvoice", { estado: "draft", numero: null, contacto: null }],
      ["issueInvoice", { estado: "sent", numero: 42, referencia: "A-42" }],
      ["annulInvoice", { estado: "cancelled", numero: 42 }],
      ["rectifyInvoice", { estado: "draft", tipo: "rectificative", total: -726, pendiente: 0, fecha_vencimiento: null }],
      ["acceptQuote", { tipo_documento: "quote", estado: "sent" }],
      ["rejectQuote", { tipo_documento: "quote", estado: "sent" }],
      ["convertDocument", { tipo_documento: "invoice", estado: "draft" }],
      ["requestApproval", { estado_aprobacion: "pending" }],
      ["approveExpense", { estado_aprobacion: "approved" }],
      ["rejectExpense", { estado_aprobacion: "rejected" }],
      ["createDeal", { estado: "open", motivo: null }],
      ["pauseStore", { estado: "paused" }],
      ["resumeStore", { estado: "active" }],
      ["importStoreOrder", { estado: "draft", numero: null, contacto: null }],
      ["createPurchaseOrder", { estado: "ordered" }],
      ["updatePurchaseOrder", { estado: "received" }],
      ["readVerification", { intacta: true, primer_error: null }],
      ["readDeclaration", { completa: true }],
      ["testWebhook", { suceso: "webhook.test", estado: "pending" }],
      ["amendRecord", { subsanacion: true }],
    ]
    for (const [name, fields] of done) {
      assert.isNotEmpty(answersOf(name), name)
      for (const example of answersOf(name)) assert.deepInclude(example, fields, name)
    }
    assert.lengthOf(answersOf("issueInvoice"), 2)
    assert.lengthOf(answersOf("importStoreOrder"), 2)
    const rectifications = answersOf("listRectifications").flatMap(({ datos }) => datos)
    assert.deepStrictEqual(within(rectifications, ({ tipo }) => tipo === "rectificative").length, 1)
  })

  it("agree with the example of the request", () => {
    for (const name of ["createContact", "updateContact", "createProduct", "updateProduct", "createExpense", "updateExpense",
      "createDeal", "updateDeal",
      "createStore", "updateStore",
      "createPurchaseOrder", "updatePurchaseOrder",
      "createMember", "updateMember",
      "createDonation", "updateDonation",
      "createInvoice", "updateInvoice", "recordPayment", "createWebhook", "updateWebhook"]) {
      const { lineas, ...sent } = bodies.get(name) ?? {}
      assert.isNotEmpty(sent, name)
      for (const example of answersOf(name)) assert.deepInclude(example, sent, name)
      const shown = answersOf(name).flatMap((example) => (Array.isArray(example["lineas"]) ? example["lineas"] : []))
      if (Array.isArray(lineas)) lineas.forEach((line, i) => assert.deepInclude(shown[i], line, name))
    }
  })

  it("show a rectification of the whole invoice by differences, as its request has only a reason", () => {
    assert.deepStrictEqual(Object.keys(bodies.get("rectifyInvoice") ?? {}), ["motivo"])
  })
})
