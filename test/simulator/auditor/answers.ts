import type { Answer } from "../../../runtimes/memory/exchange.ts"
import type { Wrong } from "../requests/Ask.ts"
import { fieldsOf, itemsOf } from "../requests/Fields.ts"
import type { Books } from "./Books.ts"
import type { Call, Outcome, Seen } from "./Call.ts"
import { difference } from "./difference.ts"
import { readingFault } from "./readings.ts"

/** What is wrong with an answer; undefined when nothing is. `troubled` says whether the stores may have failed meanwhile. */
export const answerFault = (call: Call, seen: Seen, troubled: boolean, answer: Answer): string | undefined => {
  const { ask, books, outcome } = call
  if (answer.status >= 500) return troubled ? undefined : "an internal failure, and nothing was wrong"
  if (ask.wrong !== null) return wrongFault(ask.wrong, answer)
  if (outcome !== undefined) return outcomeFault(outcome, answer)
  if (ask.method !== "GET") return `${answer.status}, and nothing was decided`
  return readingFault(books, ask.path, seen, answer)
}

const errorOf = ({ json }: Answer) => fieldsOf(fieldsOf(json)["error"])

const wrongFault = ({ campo, status }: Wrong, answer: Answer): string | undefined => {
  if (answer.status !== status) return `status ${answer.status}, and ought to be ${status}`
  if (campo === undefined) return undefined
  const campos = itemsOf(fieldsOf(errorOf(answer)["detalles"])["campos"]).map((one) => one["campo"])
  return campos.includes(campo) ? undefined : `${JSON.stringify(campos)} told, and not ${campo}`
}

const outcomeFault = ({ expected, remembered, replayed }: Outcome, answer: Answer): string | undefined => {
  const isReplay = answer.headers["idempotency-replayed"] === "true"
  if (isReplay !== replayed) return replayed ? "repeated, and does not say so" : "says that it is a repetition"
  if (expected._tag === "Refused") {
    const slug = fieldsOf(errorOf(answer)["detalles"])["motivo"]
    if (answer.status !== expected.status) return `status ${answer.status}, and ought to be ${expected.status}`
    return answer.status === 409 && slug !== expected.reasons[0] ? `${String(slug)}, and not ${expected.reasons[0]}` : undefined
  }
  if (remembered !== undefined) {
    const given = { text: answer.text, location: answer.headers["location"] }
    remembered.answer ??= given
    const fault = difference(remembered.answer, given)
    if (fault !== undefined) return `under a known key${fault}`
  }
  if (expected._tag === "Unsure") return undefined
  if (answer.status !== expected.status) return `status ${answer.status}, and ought to be ${expected.status}`
  return difference(expected.body, answer.json)
}

const identifier = /[0-9a-f]{32}/g

/** An identifier of another company in an answer; undefined when there is none. */
export const foreignId = (books: Books, others: Iterable<Books>, { text }: Answer): string | undefined => {
  const named = new Set(text.match(identifier))
  for (const other of others) {
    if (other === books) continue
    for (const id of named) if (isOf(other, id)) return id
  }
  return undefined
}

const isOf = (books: Books, id: string): boolean =>
  id === books.company.organizationId ||
  [
    books.contacts, books.products, books.expenses, books.documents, books.payments, books.webhooks,
    books.deals, books.purchases, books.members, books.donations, books.stores, books.subscriptions,
  ]
    .some((shelf) => shelf.get(id) !== undefined)
