import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript-5"
import { type DocumentedOperation, documentedOperations } from "../../adapters/http/openApi/declarations/documentedOperations.ts"
import { tellProperties, toldFolders } from "../../adapters/http/openApi/declarations/tellProperties.ts"
import { type Fields, fieldsIn, isFields } from "../../adapters/http/openApi/Fields.ts"
import { root } from "./packedProject.ts"

/** Where the types of in-process calls, and of what leads to them, are declared. */
const ours = join(root, "dist", "runtimes", "embedded")

const embedded = join(ours, "makeTalonario.d.ts")
const client = join(root, "dist", "adapters", "client", "talonarioClient.d.ts")

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  lib: ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts"],
  types: ["node"],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
}

/** The declarations of the build, as they are once it is packed. */
const packedDeclarations = (operations: ReadonlyMap<string, DocumentedOperation>): ts.Program => {
  const host = ts.createCompilerHost(options)
  const isTold = (file: string) => toldFolders.some((folder) => file.startsWith(join(root, folder)))
  return ts.createProgram([embedded, client], options, {
    ...host,
    getSourceFile: (file, languageOrOptions, ...rest) =>
      isTold(file)
        ? ts.createSourceFile(file, tellProperties(readFileSync(file, "utf8"), operations), languageOrOptions)
        : host.getSourceFile(file, languageOrOptions, ...rest),
  })
}

const operations = documentedOperations()
const program = packedDeclarations(operations)
const checker = program.getTypeChecker()

const exportOf = (file: string, name: string): ts.Symbol => {
  const module = checker.getSymbolAtLocation(program.getSourceFile(file) ?? assert.fail(`no ${file}`))
  const exports = checker.getExportsOfModule(module ?? assert.fail(`no ${file}`))
  const found = exports.find((one) => one.name === name) ?? assert.fail(`no ${name}`)
  return found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found
}

const toldOf = (symbol: ts.Symbol): string => ts.displayPartsToString(symbol.getDocumentationComment(checker))

/** What a host's editor shows of each member that can be reached from an engine, by its path. */
const shown = (): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()

  const isOurs = (symbol: ts.Symbol | undefined): boolean =>
    symbol?.declarations?.some((declared) => declared.getSourceFile().fileName.startsWith(ours)) === true

  const walk = (type: ts.Type, path: string): void => {
    for (const member of type.getProperties()) {
      if (!isOurs(member)) continue
      const name = member.name.startsWith("__@") ? "[Symbol.asyncDispose]" : member.name
      const inner = checker.getTypeOfSymbol(member)
      const to = path === "" ? name : `${path}.${name}`
      found.set(to, toldOf(member))
      walk(inner, to)
      // Most calls answer what is not ours: a promise, an Effect. `company` and `within` lead to further calls.
      for (const call of inner.getCallSignatures()) {
        const answer = call.getReturnType()
        if (isOurs(answer.getSymbol())) walk(answer, `${to}()`)
      }
    }
  }
  walk(checker.getDeclaredTypeOfSymbol(exportOf(embedded, "PostgresTalonario")), "")
  walk(checker.getTypeOfSymbol(exportOf(embedded, "effects")), "effects")
  return found
}

/** The types of objects among those that a value of a type may have, or that its list holds. */
const objectsOf = (type: ts.Type): ReadonlyArray<ts.Type> => {
  if (type.isUnion()) return type.types.flatMap(objectsOf)
  if (!(type.flags & ts.TypeFlags.Object)) return []
  const item = checker.getIndexTypeOfType(type, ts.IndexKind.Number)
  if (item !== undefined) return objectsOf(item)
  return type.getProperties().length > 0 ? [type] : []
}

const schemasIn = (schema: unknown): ReadonlyArray<Fields> =>
  Array.isArray(schema)
    ? schema.flatMap(schemasIn)
    : isFields(schema)
    ? [schema, ...["anyOf", "oneOf", "allOf", "items"].flatMap((keyword) => schemasIn(schema[keyword]))]
    : []

/** The types that a call's answer may have, in process without the refusals. */
const valuesOf = (answer: ts.Type): ReadonlyArray<ts.Type> =>
  objectsOf(answer).map((object) => {
    const value = object.getProperty("value")
    return value === undefined ? object : checker.getTypeOfSymbol(value)
  })

/**
 * The properties that calls take and answer and the document has words for, by their paths: those of which editors show
 * nothing, and those of which they show these words.
 */
const propertiesOf = (groups: ts.Type) => {
  const found = { told: new Array<string>(), silent: new Array<string>() }
  const compare = (type: ts.Type, schema: Fields, path: string): void => {
    for (const object of objectsOf(type)) {
      for (const [name, property] of Object.entries(fieldsIn(schema, "properties"))) {
        const symbol = object.getProperty(name)
        if (symbol === undefined || !isFields(property)) continue
        const words = property["description"]
        const shown = toldOf(symbol)
        if (words !== undefined && shown === "") found.silent.push(path + name)
        if (words !== undefined && shown === words) found.told.push(path + name)
        for (const inner of schemasIn(property)) compare(checker.getTypeOfSymbol(symbol), inner, `${path}${name}.`)
      }
    }
  }
  for (const call of groups.getProperties().flatMap((group) => checker.getTypeOfSymbol(group).getProperties())) {
    const operation = operations.get(call.name)
    const signature = checker.getTypeOfSymbol(call).getCallSignatures()[0]
    if (operation === undefined || signature === undefined) continue
    for (const input of signature.getParameters().slice(0, 1)) {
      compare(checker.getTypeOfSymbol(input), operation.requested, `${call.name} takes `)
    }
    const answer = checker.getAwaitedType(signature.getReturnType()) ?? assert.fail(`${call.name} answers no promise`)
    for (const value of valuesOf(answer)) compare(value, operation.answered, `${call.name} answers `)
  }
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

  it.each([["Company", embedded], ["PromiseClient", client]])(
    "say of every property of %s what it is, as the document does",
    (name, file) => {
      const { silent, told } = propertiesOf(checker.getDeclaredTypeOfSymbol(exportOf(file, name)))
      assert.deepStrictEqual(silent, [])
      // That the comparison has come to all kinds of them.
      assert.includeMembers(told, [
        "createInvoice takes irpf",
        "createInvoice takes lineas.precio",
        "createInvoice answers total",
        "readInvoice answers verifactu.huella",
        "readInvoice answers lineas.descuento",
        "listInvoices takes emision_desde",
        "listInvoices answers datos.pendiente",
        "updateContact takes dias_pago",
      ])
    },
    60_000,
  )
})
