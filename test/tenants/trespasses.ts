import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Answer, RequestOptions } from "../../runtimes/memory/exchange.ts"
import { failingFields, isNamed } from "../fuzz/answerChecks.ts"
import { idFieldsOf, pathWith, variants } from "../fuzz/bodies.ts"
import { isForAll } from "../fuzz/companyContents.ts"
import {
  collectionsOfField,
  cursorsOf,
  nameOf,
  openLists,
  operations,
  type QueryParameter,
} from "../fuzz/operations.ts"
import type { Pool } from "../fuzz/pool.ts"
import type { Seeded } from "../fuzz/seeding.ts"

/** One company, and another that asks for the first one's data. */
export interface Neighbours {
  readonly one: Seeded
  readonly other: Seeded
  /** Text that all of the first company's texts contain. */
  readonly mark: string
  /** Asks with the other company's key. */
  readonly ask: (method: string, path: string, options?: RequestOptions) => Effect.Effect<Answer>
}

/** An identifier of nothing that exists. */
const unknown = "01930a6b7c8d7e9f8a0b1c2d3e4fffff"

/** How many resources are tried at each place. */
const some = 4

const someIds = (collections: ReadonlyArray<string>, pool: Pool): ReadonlyArray<string> =>
  collections.flatMap((collection) => pool.of(collection).slice(0, some))
    .flatMap((values) => values.slice(-1))

/** An answer without the headers that change from request to request. */
const essence = ({ headers, status, text }: Answer) => {
  const plain = Object.entries(headers).filter(([name]) => !name.startsWith("ratelimit-"))
  return { status, text, headers: Object.fromEntries(plain) }
}

/** In a path, another company's identifier answers the same 404 as an unknown one. */
export const pathsLeadNowhere = ({ ask, one, other }: Neighbours) =>
  Effect.gen(function*() {
    for (const operation of operations.filter(({ parameters }) => parameters.length > 0)) {
      // A valid body, so that only the path can be refused.
      const body = one.taken.find((write) => write.operation === operation)?.body
      const options = body === undefined ? {} : { body }
      const theirs = one.pool.of(operation.collection ?? "").slice(0, 3 * some)
      assert.isNotEmpty(theirs, nameOf(operation))
      const [own = []] = other.pool.of(operation.collection ?? "")
      // Also one foreign identifier among the company's own ones.
      const mixed = own.length < 2 ? [] : theirs.flatMap((values) =>
        values.map((value, i) => own.map((ownValue, place) => (place === i ? value : ownValue))))
      for (const values of [...theirs, ...mixed]) {
        const nothing = values.map((value) => (own.includes(value) ? value : unknown))
        const answer = yield* ask(operation.method, pathWith(operation, values), options)
        const expected = yield* ask(operation.method, pathWith(operation, nothing), options)
        assert.deepStrictEqual(essence(answer), essence(expected), nameOf(operation))
        assert.strictEqual(answer.status, 404, `${nameOf(operation)} ${answer.text}`)
      }
    }
  })

/** In a body, another company's identifier answers the same 422 on its field as an unknown one. */
export const bodiesNameNothing = ({ ask, one, other }: Neighbours) =>
  Effect.gen(function*() {
    const silent: Array<string> = []
    const [customer] = someIds(collectionsOfField("contacto_id"), other.pool)
    for (const operation of operations) {
      const own = operation.parameters.length === 0 ? [[]] : other.pool.of(operation.collection ?? "")
      for (const { campo, collections, set } of idFieldsOf(operation)) {
        const ids = someIds(collections, one.pool)
        let isRefused = false
        for (const values of own.slice(0, 8 * some)) {
          const path = pathWith(operation, values)
          for (const plain of variants(operation).slice(0, 2)) {
            // An invoice that replaces others is refused without a customer.
            const body = campo.startsWith("facturas_sustituidas") ? { ...plain, contacto_id: customer } : plain
            const expected = yield* ask(operation.method, path, { body: set(body, unknown) })
            for (const id of ids) {
              const answer = yield* ask(operation.method, path, { body: set(body, id) })
              assert.deepStrictEqual(essence(answer), essence(expected), `${nameOf(operation)} ${campo}`)
              isRefused ||= isNamed(failingFields(answer) ?? [], campo.replace(/\[0\]$/, ""))
            }
          }
          if (isRefused) break
        }
        if (!isRefused) silent.push(`${nameOf(operation)} ${campo}`)
      }
    }
    assert.deepStrictEqual(silent, [])
  })

/** Filtering by another company's identifiers, or searching for its texts, finds nothing. */
export const filtersFindNothing = ({ ask, mark, one }: Neighbours) =>
  Effect.gen(function*() {
    const nothing = { datos: [], total: 0, limite: 50, siguiente: null }
    const filters = openLists.flatMap(({ path, query }) => query.map((parameter) => ({ path, ...parameter })))
    const tried = filters.flatMap((filter) => {
      const texts = isFreeText(filter) ? [mark, `ejemplo${mark}`] : []
      const values = [...someIds(collectionsOfField(filter.name), one.pool), ...texts]
      return values.map((value) => `${filter.path}?${filter.name}=${value}`)
    })
    assert.isAbove(tried.length, 10)
    for (const path of tried) assert.deepStrictEqual((yield* ask("GET", path)).json, nothing, path)
  })

const isFreeText = ({ name, schema: { enum: values, format, type } }: QueryParameter): boolean =>
  type === "string" && values === undefined && format === undefined && !/(^|_)(desde|hasta)$/.test(name)

/** Another company's cursor is refused. */
export const cursorsAreForeign = ({ ask, one, other }: Neighbours) =>
  Effect.gen(function*() {
    let tried = 0
    for (const operation of operations.filter((operation) => operation.answersList && !isForAll(operation))) {
      const [cursor] = one.pool.of(cursorsOf(operation.path)).flat()
      const own = operation.collection === undefined ? [] : other.pool.of(operation.collection).at(0)
      if (cursor === undefined || own === undefined) continue
      const answer = yield* ask("GET", `${pathWith(operation, own)}?desde=${cursor}`)
      assert.deepStrictEqual(failingFields(answer), ["desde"], nameOf(operation))
      tried += 1
    }
    assert.isAbove(tried, 5)
  })

/** Another company's Idempotency-Key counts as new: nothing is replayed or in conflict. */
export const idempotencyKeysAreApart = ({ ask, one: { taken } }: Neighbours) =>
  Effect.gen(function*() {
    assert.isAbove(taken.length, 50)
    for (const { body, idempotencyKey, operation, path } of taken.filter((_, i) => i % 3 === 0)) {
      const headers = { "idempotency-key": idempotencyKey }
      const answer = yield* ask(operation.method, path, { headers, ...(body === undefined ? {} : { body }) })
      const what = `${nameOf(operation)} ${answer.status} ${answer.text}`
      assert.isUndefined(answer.headers["idempotency-replayed"], what)
      assert.notStrictEqual(motivoOf(answer), "clave_reutilizada", what)
      if (operation.parameters.length > 0) assert.strictEqual(answer.status, 404, what)
    }
  })

const motivoOf = ({ json }: Answer): unknown => Object(Object(Object(json).error).detalles).motivo
