import { assert, describe, it } from "@effect/vitest"
import { join } from "node:path"
import ts from "typescript-5"
import { root } from "./packedProject.ts"

/** Where the types of calls, and of what leads to them, are declared. */
const ours = join(root, "dist", "runtimes", "embedded")

/** What a host's editor shows of each member that can be reached from an engine, by its path. */
const shown = (): ReadonlyMap<string, string> => {
  const entry = join(ours, "makeTalonario.d.ts")
  const program = ts.createProgram([entry], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    lib: ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts"],
    types: ["node"],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  })
  const checker = program.getTypeChecker()
  const found = new Map<string, string>()

  const isOurs = (symbol: ts.Symbol | undefined): boolean =>
    symbol?.declarations?.some((declared) => declared.getSourceFile().fileName.startsWith(ours)) === true

  const walk = (type: ts.Type, path: string): void => {
    for (const member of type.getProperties()) {
      if (!isOurs(member)) continue
      const name = member.name.startsWith("__@") ? "[Symbol.asyncDispose]" : member.name
      const inner = checker.getTypeOfSymbol(member)
      const to = path === "" ? name : `${path}.${name}`
      found.set(to, ts.displayPartsToString(member.getDocumentationComment(checker)))
      walk(inner, to)
      // Most calls answer what is not ours: a promise, an Effect. `company` and `within` lead to further calls.
      for (const call of inner.getCallSignatures()) {
        const answer = call.getReturnType()
        if (isOurs(answer.getSymbol())) walk(answer, `${to}()`)
      }
    }
  }
  const module = checker.getSymbolAtLocation(program.getSourceFile(entry) ?? assert.fail(`no ${entry}`))
  const exports = checker.getExportsOfModule(module ?? assert.fail(`no ${entry}`))
  const exported = (name: string): ts.Symbol => exports.find((one) => one.name === name) ?? assert.fail(`no ${name}`)
  walk(checker.getDeclaredTypeOfSymbol(exported("PostgresTalonario")), "")
  walk(checker.getTypeOfSymbol(checker.getAliasedSymbol(exported("effects"))), "effects")
  return found
}

describe("the types of calls", () => {
  it("say of every call what it does", () => {
    const members = shown()
    // That the walk has come to groups, calls and walks, outside and within a transaction.
    assert.includeMembers([...members.keys()], [
      "company().facturas.listInvoices.all",
      "within().company().webhooks.testWebhook",
      "effects.company().cuenta.setLogo",
    ])
    const silent = Array.from(members).filter(([, told]) => !/^.{12,}\.$/s.test(told)).map(([path]) => path)
    assert.deepStrictEqual(silent, [])
  }, 60_000)
})
