import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Layer, Schema } from "effect"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import { askedPage, cursorIssues } from "../../core/pagination/askedPage.ts"
import { makeCursors } from "../../core/pagination/cursor.ts"
import type { ListOrder } from "../../core/pagination/listOrder.ts"
import { type ListAnswer, listPage, listShown } from "../../core/pagination/listPage.ts"
import { listParameters } from "../../core/pagination/listParameters.ts"
import { placeIn } from "../../core/pagination/listPlaces.ts"
import { readShown } from "../../core/pagination/readShown.ts"
import { matchesWords, searchWords } from "../../core/pagination/searchWords.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { invalidField, notFound } from "../../core/refusals/refusal.ts"
import { idOf, makeScene, type Scene } from "../http/scene.ts"
import { sampleContact, sampleOrganizationId } from "../support/samples.ts"

const cursors = makeCursors(new Uint8Array(32).fill(1))
const list = { organization: "o1", collection: "facturas" }
const desde = cursors.sign({ ...list, orden: "antiguo", position: 7 })
const foreign = cursors.sign({ ...list, collection: "contactos", orden: "antiguo", position: 7 })
const notOfList = "no es un cursor de esta lista"
const notOfOrder = "es un cursor de otro orden"

describe("the parameters of every list", () => {
  const decode = inputDecoder(Schema.Struct(listParameters))
  const problem = (query: object) => Either.match(decode(query), { onLeft: ({ campos }) => campos, onRight: () => [] })

  it("may be left out, and are read", () => {
    assert.deepStrictEqual(decode({}), Either.right({}))
    assert.deepStrictEqual(decode({ limite: "20", orden: "antiguo", desde }), Either.right({ limite: 20, orden: "antiguo", desde }))
    assert.deepStrictEqual(Schema.encodeSync(Schema.Struct(listParameters))({ limite: 20 }), { limite: "20" })
  })

  it("ask for one item at least, and for 200 where they ask for more", () => {
    for (const [limite, read] of [["1", 1], ["200", 200], ["201", 200], ["007", 7], ["9".repeat(400), 200]] as const) {
      assert.deepStrictEqual(decode({ limite }), Either.right({ limite: read }))
    }
    for (const limite of ["", "0", "-1", "1.5", "1e2", "x1", "1x", " 1"]) {
      assert.deepStrictEqual(problem({ limite }), [{ campo: "limite", motivo: "debe ser un número entero mayor que 0" }], limite)
    }
  })

  it("name an order that there is, and a cursor of the form of ours", () => {
    assert.lengthOf(problem({ orden: "alfabetico" }), 1)
    assert.deepStrictEqual(problem({ desde: "10000" }), [{ campo: "desde", motivo: notOfList }])
  })
})

describe("the page that is asked for", () => {
  it("is the first, of 50 items, the newest first, unless told otherwise", () => {
    assert.deepStrictEqual(askedPage(cursors, list, {}), Either.right({ orden: "reciente", limite: 50, after: null }))
    assert.deepStrictEqual(askedPage(cursors, list, { desde, orden: "antiguo", limite: 3 }), Either.right({ orden: "antiguo", limite: 3, after: 7 }))
  })

  it("is refused with a cursor of another list or order", () => {
    assert.deepStrictEqual(askedPage(cursors, list, { desde: foreign, orden: "antiguo" }), Either.left(invalidField("desde", notOfList)))
    assert.deepStrictEqual(askedPage(cursors, list, { desde }), Either.left(invalidField("desde", notOfOrder)))
  })
})

describe("the cursor of a query that is refused anyway", () => {
  const issues = (query: Parameters<typeof cursorIssues>[2]) => cursorIssues(cursors, list, query).map(({ campo, motivo }) => `${campo}: ${motivo}`)

  it("is checked as well, for its order if there is one", () => {
    assert.deepStrictEqual(issues({ desde }), [`desde: ${notOfOrder}`])
    assert.deepStrictEqual(issues({ desde, orden: "modificado" }), [`desde: ${notOfOrder}`])
    for (const orden of [undefined, "antiguo", "alfabetico"]) {
      const order = orden === undefined ? {} : { orden }
      assert.deepStrictEqual(issues({ desde: foreign, ...order }), [`desde: ${notOfList}`])
    }
    for (const orden of ["antiguo", "alfabetico"]) assert.deepStrictEqual(issues({ desde, orden }), [])
  })

  it("is not told of twice where it has not even the form of one, and not missed", () => {
    assert.deepStrictEqual(issues({ desde: "10000" }), [])
    assert.deepStrictEqual(issues({}), [])
  })
})

describe("a list", () => {
  const names = ["Ana", "Bea", "Carla", "Dora", "Eva"]
  const contacts = ({ live, post, request }: Scene) =>
    Effect.gen(function*() {
      const ids = yield* Effect.forEach(names, (nombre) => Effect.map(post("/contactos", { nombre }), idOf))
      yield* request("PATCH", `/contactos/${ids[1]}`, { key: live, body: { nombre: "Berta" } })
    })

  const pages = ({ organizationId, provide }: Scene, orden: ListOrder, limite: number) =>
    Effect.gen(function*() {
      const seen: Array<ReadonlyArray<string>> = []
      for (let after: number | null = null, first = true; first || after !== null; first = false) {
        const page: ListAnswer<string> = yield* Effect.orDie(provide(listShown("contact", organizationId, { orden, limite, after }, [], ({ nombre }) => nombre)))
        assert.strictEqual(page.total, 5)
        assert.strictEqual(page.limite, limite)
        seen.push(page.datos)
        after = page.next
      }
      return seen
    })

  it.scoped("comes in pages of the asked size, and ends with the last item", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      yield* contacts(scene)
      assert.deepStrictEqual(yield* pages(scene, "reciente", 2), [["Eva", "Dora"], ["Carla", "Berta"], ["Ana"]])
      assert.deepStrictEqual(yield* pages(scene, "antiguo", 4), [["Ana", "Berta", "Carla", "Dora"], ["Eva"]])
      assert.deepStrictEqual(yield* pages(scene, "modificado", 3), [["Berta", "Eva", "Dora"], ["Carla", "Ana"]])
      assert.deepStrictEqual(yield* pages(scene, "antiguo", 5), [["Ana", "Berta", "Carla", "Dora", "Eva"]])
    }))

  it.scoped("holds what meets its conditions", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      yield* contacts(scene)
      const request = { orden: "antiguo", limite: 1, after: null } as const
      const named = (nombre: string) =>
        Effect.orDie(scene.provide(listPage("contact", scene.organizationId, request, [{ kind: "equals", field: "nombre", value: nombre }])))
      const { datos: [row], ...page } = yield* named("Dora")
      assert.strictEqual(row?.nombre, "Dora")
      assert.deepInclude(page, { total: 1, limite: 1, next: null })
      assert.deepInclude(yield* named("Zoe"), { datos: [], total: 0, next: null })
    }))

  it.effect("tells whether its rows may come again, as the storage says", () =>
    Effect.gen(function*() {
      const organizationId = sampleOrganizationId()
      for (const recurring of [undefined, true, false]) {
        const page = { rows: [], total: 0, ...(recurring === undefined ? {} : { recurring }) }
        const storage = Layer.mock(Storage, { page: () => Effect.succeed(page) })
        const listed = listPage("contact", organizationId, { orden: "antiguo", limite: 1, after: null }, [])
        assert.strictEqual((yield* Effect.orDie(Effect.provide(listed, storage))).recurring, recurring ?? false)
      }
    }))

  it.scoped("has items that can be read one by one", () =>
    Effect.gen(function*() {
      const { organizationId, post, provide } = yield* makeScene()
      const id = idOf(yield* post("/contactos", { nombre: "Ana" }))
      const missing = notFound("el contacto")
      const read = (one: string) => provide(readShown("contact", organizationId, one, missing, ({ nombre }) => nombre))
      assert.strictEqual(yield* Effect.orDie(read(id)), "Ana")
      assert.deepStrictEqual(yield* Effect.flip(read(organizationId)), missing)
    }))

  it("is in the order of creations or of changes", () => {
    const contact = sampleContact(sampleOrganizationId(), 3, { modifiedSequence: 9 })
    for (const [orden, place] of [["reciente", 3], ["antiguo", 3], ["modificado", 9]] as const) {
      assert.strictEqual(placeIn("contact", orden)(contact), place)
    }
  })
})

describe("the words of a search", () => {
  it("are lower case without accents, split at blanks", () => {
    assert.deepStrictEqual(searchWords("  Ñandú \t de\u00a0Ávila\n"), ["nandu", "de", "avila"])
    assert.deepStrictEqual(searchWords("  "), [])
  })

  it("must all be found", () => {
    assert.isTrue(matchesWords("ana perez", ["ana", "rez"]))
    assert.isFalse(matchesWords("ana perez", ["ana", "ruiz"]))
    assert.isTrue(matchesWords("ana perez", []))
  })
})
