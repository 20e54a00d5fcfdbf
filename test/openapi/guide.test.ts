import { assert, describe, it } from "@effect/vitest"
import { readFile } from "node:fs/promises"
import { fieldsIn, fieldsOf, isFields } from "../../adapters/http/openApi/Fields.ts"
import { openApiDocument } from "../../adapters/http/openApi/openApi.ts"

const ofEveryList = new Set(["limite", "orden", "desde"])

/** The filters of each list that has any, by its path. */
const declared = Object.fromEntries(
  Object.entries(fieldsIn(openApiDocument(null), "paths")).flatMap(([path, item]) => {
    const { parameters } = fieldsIn(fieldsOf(item), "get")
    const names = (Array.isArray(parameters) ? parameters : []).filter(isFields)
      .filter((parameter) => parameter["in"] === "query").map(({ name }) => String(name))
    const filters = names.filter((name) => !ofEveryList.has(name))
    return names.includes("orden") && filters.length > 0 ? [[path, filters.toSorted()] as const] : []
  }),
)

describe("docs/http.md", () => {
  it("names every filter of every list, and no other", async () => {
    const guide = await readFile(new URL("../../docs/http.md", import.meta.url), "utf8")
    const [, table = ""] = /\| List \| Filters \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(guide) ?? []
    const told = table.trim().split("\n").map((row) => Array.from(row.matchAll(/`([^`]+)`/g), ([, name = ""]) => name))
    assert.deepStrictEqual(Object.fromEntries(told.map(([path = "", ...names]) => [path, names.toSorted()])), declared)
  })
})
