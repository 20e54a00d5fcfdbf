import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { isFields } from "../../adapters/http/openApi/plainJsonSchema.ts"
import { instant } from "../../core/calendar/instant.ts"
import type { Change, ChangeSet } from "../../core/commit/tables.ts"
import { type EventName, eventNames } from "../../core/events/catalogue.ts"
import { idOf, now } from "../http/scene.ts"
import { causingDeeds } from "./causingDeeds.ts"
import type { Deed } from "./deeds.ts"
import { silentDeeds } from "./silentDeeds.ts"
import { type Commit, makeTellingScene, type TellingScene } from "./tellingScene.ts"

/** The request under a key of its own: the same each time. */
const send = ({ live, request }: TellingScene, { body, key = live, method, path }: Deed) =>
  request(method, path, { key, body, headers: { "idempotency-key": "once" } })

/** The resource at a path as the API shows it, a document without its lines; what is no path is told as it is. */
const shown = ({ get }: TellingScene, of: unknown) =>
  Effect.gen(function*() {
    const isPath = typeof of === "string" && of.startsWith("/")
    const json: unknown = isPath ? (yield* get(of)).json : of
    if (!isFields(json)) return isPath ? assert.fail(`nothing to show: ${of}`) : json
    if (String(of).startsWith("/pedidos-compra/")) return json
    const { lineas: _, ...resource } = json
    return resource
  })

/** The resources of these events, by their ids. */
const told = ({ events }: Commit, names: ReadonlyArray<EventName>, resource: string): Array<unknown> =>
  events.filter(({ suceso }) => names.some((name) => name === suceso)).map(({ datos }) => Object(datos[resource]).id)

const changed = (changes: ReadonlyArray<Change<{ readonly id: string }>>): Array<unknown> =>
  changes.flatMap(({ after, before }) => (after ?? before)?.id ?? [])

const added = (changes: ReadonlyArray<Change<{ readonly id: string }>>): Array<unknown> =>
  changed(changes.filter(({ before }) => before === undefined))

/** No change without its event, and no event without its change, in every commit. */
const assertToldTogether = (commit: Commit): void => {
  const { contact, deal, expense, payment, product, purchaseOrder, storeOrder }: ChangeSet = commit.changes
  const contactEvents = ["contact.created", "contact.updated", "contact.deleted"] as const
  assert.sameMembers(told(commit, contactEvents, "contacto"), changed(contact))
  assert.sameMembers(told(commit, ["product.updated", "product.deleted"], "producto"), changed(product))
  assert.sameMembers(told(commit, ["payment.recorded"], "cobro"), added(payment))
  assert.sameMembers(told(commit, ["expense.created"], "gasto"), added(expense))
  assert.sameMembers(told(commit, ["deal.created"], "oportunidad"), added(deal))
  assert.sameMembers(told(commit, ["store.order.imported"], "factura"), storeOrder.map(({ after }) => after?.factura_id))
  assert.sameMembers(told(commit, ["purchase_order.created"], "pedido"), added(purchaseOrder))
}

/** An hour after what went before. */
const later = now + 3_600_000

describe("every event", () => {
  for (const [title, prepare] of Object.entries(causingDeeds)) {
    it.scoped(`is told when ${title}, once, with what the API shows`, () =>
      Effect.gen(function*() {
        const scene = yield* makeTellingScene()
        const { answer: deed, commits: earlier } = yield* scene.during(prepare(scene))
        yield* TestClock.setTime(later)
        const { answer, commits } = yield* scene.during(send(scene, deed))
        assert.strictEqual(answer.status, deed.status, answer.text)
        ;[...earlier, ...commits].forEach(assertToldTogether)

        const events = commits.flatMap(({ events }) => events)
        const expected = deed.tells(answer.status === 201 ? idOf(answer) : "")
        assert.deepStrictEqual(events.map(({ suceso }) => suceso), expected.map(([suceso]) => suceso))
        for (const [i, [suceso, resources]] of expected.entries()) {
          const datos: Record<string, unknown> = {}
          for (const [name, of] of Object.entries(resources)) datos[name] = yield* shown(scene, of)
          const event = events[i] ?? assert.fail(suceso)
          assert.deepStrictEqual<unknown>(event.datos, datos, suceso)
          assert.deepStrictEqual(Object.keys(event.datos), Object.keys(resources))
          assert.deepInclude(event, { organizationId: scene.organizationId, creado: instant(later) })
        }
        assert.strictEqual(commits.length, 1)
        assert.strictEqual(new Set(events.map(({ id }) => id)).size, events.length)

        const again = yield* scene.during(send(scene, deed))
        assert.strictEqual(again.answer.headers["idempotency-replayed"], "true")
        assert.deepStrictEqual(again.commits.flatMap(({ events }) => events), [])
      }))
  }

  it.scoped("of what there is so far is among them", () =>
    Effect.gen(function*() {
      const deeds = yield* Effect.forEach(Object.values(causingDeeds), (prepare) =>
        Effect.flatMap(makeTellingScene(), prepare))
      const names = deeds.flatMap(({ tells }) => tells("").map(([suceso]) => suceso))
      // No request causes it: workers do (test/subscriptions).
      assert.sameMembers([...new Set(names), "subscription.invoiced"], [...eventNames])
    }))

  for (const [title, prepare] of Object.entries(silentDeeds)) {
    it.scoped(`is not told of ${title}`, () =>
      Effect.gen(function*() {
        const scene = yield* makeTellingScene()
        const deed = yield* prepare(scene)
        const { answer, commits } = yield* scene.during(send(scene, deed))
        assert.strictEqual(answer.status, deed.status, answer.text)
        assert.deepStrictEqual(commits.flatMap(({ events }) => events), [])
        commits.forEach(assertToldTogether)
      }))
  }
})
