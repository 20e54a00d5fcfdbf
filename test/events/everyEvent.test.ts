import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { isFields } from "../../adapters/http/openApi/Fields.ts"
import { instant } from "../../core/calendar/instant.ts"
import type { Change, ChangeSet } from "../../core/commit/tables.ts"
import { type EventName, eventNames } from "../../core/events/catalogue.ts"
import { idOf, now } from "../http/scene.ts"
import type { Action } from "./actions.ts"
import { actionsWithEvents } from "./actionsWithEvents.ts"
import { actionsWithoutEvents } from "./actionsWithoutEvents.ts"
import { type Commit, makeRecordedScene, type RecordedScene } from "./recordedScene.ts"

/** Sends the request under an Idempotency-Key that is the same each time. */
const send = ({ live, request }: RecordedScene, { body, key = live, method, path }: Action) =>
  request(method, path, { key, body, headers: { "idempotency-key": "once" } })

/** The resource at a path as the API shows it, a document without its lines. Anything but a path is returned as it is. */
const shown = ({ get }: RecordedScene, of: unknown) =>
  Effect.gen(function*() {
    const isPath = typeof of === "string" && of.startsWith("/")
    const json: unknown = isPath ? (yield* get(of)).json : of
    if (!isFields(json)) return isPath ? assert.fail(`nothing to show: ${of}`) : json
    if (String(of).startsWith("/pedidos-compra/")) return json
    const { lineas: _, ...resource } = json
    return resource
  })

/** The ids of the resources in these events. */
const idsIn = ({ events }: Commit, names: ReadonlyArray<EventName>, resource: string): Array<unknown> =>
  events.filter(({ suceso }) => names.some((name) => name === suceso)).map(({ datos }) => Object(datos[resource]).id)

const changed = (changes: ReadonlyArray<Change<{ readonly id: string }>>): Array<unknown> =>
  changes.flatMap(({ after, before }) => (after ?? before)?.id ?? [])

const added = (changes: ReadonlyArray<Change<{ readonly id: string }>>): Array<unknown> =>
  changed(changes.filter(({ before }) => before === undefined))

/** Asserts that a commit has an event for each change, and a change for each event. */
const assertEventsMatchChanges = (commit: Commit): void => {
  const { contact, deal, expense, payment, product, purchaseOrder, storeOrder }: ChangeSet = commit.changes
  const contactEvents = ["contact.created", "contact.updated", "contact.deleted"] as const
  assert.sameMembers(idsIn(commit, contactEvents, "contacto"), changed(contact))
  assert.sameMembers(idsIn(commit, ["product.updated", "product.deleted"], "producto"), changed(product))
  assert.sameMembers(idsIn(commit, ["payment.recorded"], "cobro"), added(payment))
  assert.sameMembers(idsIn(commit, ["expense.created"], "gasto"), added(expense))
  assert.sameMembers(idsIn(commit, ["deal.created"], "oportunidad"), added(deal))
  assert.sameMembers(idsIn(commit, ["store.order.imported"], "factura"), storeOrder.map(({ after }) => after?.factura_id))
  assert.sameMembers(idsIn(commit, ["purchase_order.created"], "pedido"), added(purchaseOrder))
}

/** An hour after the preparation. */
const later = now + 3_600_000

describe("every event", () => {
  for (const [title, prepare] of Object.entries(actionsWithEvents)) {
    it.scoped(`is emitted once when ${title}, with what the API shows`, () =>
      Effect.gen(function*() {
        const scene = yield* makeRecordedScene()
        const { answer: action, commits: earlier } = yield* scene.during(prepare(scene))
        yield* TestClock.setTime(later)
        const { answer, commits } = yield* scene.during(send(scene, action))
        assert.strictEqual(answer.status, action.status, answer.text)
        ;[...earlier, ...commits].forEach(assertEventsMatchChanges)

        const events = commits.flatMap(({ events }) => events)
        const expected = action.emits(answer.status === 201 ? idOf(answer) : "")
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

        const again = yield* scene.during(send(scene, action))
        assert.strictEqual(again.answer.headers["idempotency-replayed"], "true")
        assert.deepStrictEqual(again.commits.flatMap(({ events }) => events), [])
      }))
  }

  it.scoped("is caused by one of those actions, except one that only workers cause", () =>
    Effect.gen(function*() {
      const actions = yield* Effect.forEach(Object.values(actionsWithEvents), (prepare) =>
        Effect.flatMap(makeRecordedScene(), prepare))
      const names = actions.flatMap(({ emits }) => emits("").map(([suceso]) => suceso))
      // Workers cause it (test/subscriptions).
      assert.sameMembers([...new Set(names), "subscription.invoiced"], [...eventNames])
    }))

  for (const [title, prepare] of Object.entries(actionsWithoutEvents)) {
    it.scoped(`is not emitted by ${title}`, () =>
      Effect.gen(function*() {
        const scene = yield* makeRecordedScene()
        const action = yield* prepare(scene)
        const { answer, commits } = yield* scene.during(send(scene, action))
        assert.strictEqual(answer.status, action.status, answer.text)
        assert.deepStrictEqual(commits.flatMap(({ events }) => events), [])
        commits.forEach(assertEventsMatchChanges)
      }))
  }
})
