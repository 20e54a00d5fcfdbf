import { assert, describe, it } from "@effect/vitest"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

const guides = ["README.md", ...readdirSync("docs").filter((name) => name.endsWith(".md")).map((name) => join("docs", name))]

/** The anchors of a guide's headings, as Markdown viewers make them. */
const anchorsOf = (guide: string): ReadonlyArray<string> =>
  Array.from(readFileSync(guide, "utf8").matchAll(/^#+ (.*)$/gm), ([, heading = ""]) =>
    heading.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-"))

describe.each(guides)("%s", (guide) => {
  const text = readFileSync(guide, "utf8")

  it("links to what is there", () => {
    const dead = Array.from(text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)).filter(([, path = "", anchor]) => {
      const target = path === "" ? guide : join(dirname(guide), path)
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
    })
    assert.deepEqual(dead.map(([link]) => link), [])
  })

  it("names files of ours that are there", () => {
    const named = Array.from(
      text.matchAll(/`((?:core|adapters|runtimes|docs|test|S)\/[\w./-]+)`/g),
      ([, path = ""]) => path.replace(/^S\//, "test/security/"),
    )
    // The reader of the embedding guide makes one. Modules and tests are told without their endings.
    const missing = named.filter((path) =>
      path !== "test/mine.test.ts" && !["", ".ts", ".test.ts"].some((ending) => existsSync(path + ending)))
    assert.deepEqual(missing, [])
  })
})
