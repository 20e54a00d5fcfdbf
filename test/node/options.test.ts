import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { commands } from "../../runtimes/node/cli/commands.ts"
import { readOptions } from "../../runtimes/node/cli/options.ts"
import { portOption } from "../../runtimes/node/cli/portOption.ts"

/** The message about the options of a two-word command; undefined when nothing is wrong. */
const wrong = (...args: ReadonlyArray<string>): string | undefined => {
  const command = commands.find(({ name }) => name[0] === args[0] && name[1] === args[1])
  if (command === undefined) return assert.fail(`no command: ${args.join(" ")}`)
  const read = Effect.match(readOptions(args.slice(2), command.options), {
    onFailure: ({ message }) => message,
    onSuccess: () => undefined,
  })
  return Effect.runSync(read)
}

describe("options", () => {
  it("are named if empty, as from a shell variable that is not set", () => {
    assert.strictEqual(wrong("registry", "export", "--org", "", "--out", " "), "--org is empty\n--out is empty")
    assert.strictEqual(wrong("certificate", "set", "--org", "a", "--file="), "--file is empty")
    assert.strictEqual(wrong("org", "logo", "", "--remove"), "an argument is empty")
  })

  it("are refused if given twice, as one of them would be lost", () => {
    assert.strictEqual(wrong("key", "create", "--scopes", "deals:read", "--scopes", "deals:write"), "--scopes is given twice")
    assert.strictEqual(wrong("key", "list", "--json", "--json", "--org", "a"), undefined)
  })

  it("are refused if they are extra words, unknown, lack a value or have one they do not take", () => {
    assert.match(wrong("org", "update", "a", "b", "c") ?? "", /^not understood: b c$/)
    assert.strictEqual(wrong("key", "list", "--organization", "a"), "Unknown option '--organization'")
    for (const args of [["--color", "red"], ["--org"], ["--json=yes", "--org", "a"]]) {
      assert.include(wrong("key", "list", ...args), args[0]?.split("=")[0])
    }
  })

  it("that name a port take digits alone, from 0 to 65535", () => {
    const portOf = (...args: ReadonlyArray<string>) =>
      readOptions(args, { valued: ["port"], switches: [] }).pipe(
        Effect.flatMap((options) => portOption(options, "port", 3_000)),
        Effect.catchAll(({ message }) => Effect.succeed(message)),
        Effect.runSync,
      )
    const given = ["0", "65535", "65536", "08080", "-1", "1e3", "http", "+1"].map((port) => portOf(`--port=${port}`))
    const refused = (port: string) => `--port is a port, 0 to 65535, not "${port}"`
    assert.deepStrictEqual(given, [0, 65_535, refused("65536"), 8_080, refused("-1"), refused("1e3"), refused("http"), refused("+1")])
    assert.strictEqual(portOf(), 3_000)
  })

  it("are refused if they are not in UTF-8: a company would bear a name with a mark in place of each letter", () => {
    const inLatin1 = Buffer.from("Muñoz", "latin1").toString("utf8")
    assert.include(wrong("org", "create", "--nombre", inLatin1), "not in UTF-8")
    assert.strictEqual(wrong("org", "create", "--nombre", "Muñoz"), undefined)
  })

  it("of a company may be empty, to reset a property", () => {
    assert.strictEqual(wrong("org", "update", "a", "--sector", "", "--web", "a.es"), undefined)
    assert.strictEqual(wrong("org", "create", "--nombre", ""), undefined)
  })
})
