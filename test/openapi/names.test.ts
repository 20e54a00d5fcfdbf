import { HttpApi } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { JSONSchema, Option, SchemaAST } from "effect"
import { api } from "../../adapters/http/contract/api.ts"

/** A schema and all the schemas within it. */
const partsOf = (root: SchemaAST.AST): ReadonlySet<SchemaAST.AST> => {
  const parts = new Set<SchemaAST.AST>()
  const visit = (ast: SchemaAST.AST): void => {
    if (parts.has(ast)) return
    parts.add(ast)
    heldBy(ast).forEach(visit)
  }
  visit(root)
  return parts
}

const heldBy = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> => {
  switch (ast._tag) {
    case "TypeLiteral":
      return [...ast.propertySignatures, ...ast.indexSignatures].map(({ type }) => type)
    case "TupleType":
      return [...ast.elements, ...ast.rest].map(({ type }) => type)
    case "Union":
      return ast.types
    case "Refinement":
    case "Transformation":
      return [ast.from]
    case "Suspend":
      return [ast.f()]
    default:
      return []
  }
}

const written = (ast: SchemaAST.AST): string =>
  JSON.stringify(JSONSchema.fromAST(ast, { definitions: {}, topLevelReferenceStrategy: "skip" }))

describe("the names of the document's schemas", () => {
  it("stand for one schema each, as a second of the same name would be lost", () => {
    const named = new Map<string, Set<string>>()
    HttpApi.reflect(api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint: { payloadSchema, urlParamsSchema }, successes }) => {
        const taken = [payloadSchema, urlParamsSchema].flatMap((schema) => Option.toArray(schema))
        const answered = [...successes.values()].flatMap(({ ast }) => Option.toArray(ast))
        for (const root of [...taken.map(({ ast }) => ast), ...answered]) {
          for (const ast of partsOf(root)) {
            const name = Option.getOrUndefined(SchemaAST.getJSONIdentifierAnnotation(ast))
              ?? Option.getOrUndefined(SchemaAST.getIdentifierAnnotation(ast))
            if (name === undefined) continue
            named.set(name, (named.get(name) ?? new Set()).add(written(ast)))
          }
        }
      },
    })
    for (const [name, schemas] of named) assert.deepStrictEqual([...schemas].slice(1), [], name)
    assert.includeMembers([...named.keys()], ["Contacto", "FacturaNueva", "Linea"])
  })
})
