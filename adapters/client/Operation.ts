import * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Option, SchemaAST } from "effect"

/** How a success is read. */
type AnswerKind = "json" | "text" | "bytes"

/** An endpoint of the contract, as far as calling it goes. */
export interface Operation {
  readonly group: string
  readonly name: string
  readonly method: string
  /** With its parameters as `:id`. */
  readonly path: string
  readonly pathNames: ReadonlyArray<string>
  readonly queryNames: ReadonlySet<string>
  /** Where the body's properties stand: beside the parameters, or under `body`; none without a body. */
  readonly body: "flat" | "nested" | "none"
  readonly answers: ReadonlyMap<number, AnswerKind>
  /** Whether it answers the envelope of a list (contract, section 2.10). */
  readonly list: boolean
}

/** Every endpoint of a declared interface. */
export const operationsOf = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>,
): ReadonlyArray<Operation> => {
  const operations: Array<Operation> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { method, name, path, payloadSchema, urlParamsSchema }, group, successes }) => {
      const pathNames = Array.from(path.matchAll(/:(\w+)/g), ([, found = ""]) => found)
      const queryNames = namesOf(Option.map(urlParamsSchema, ({ ast }) => ast))
      const bodyNames = namesOf(Option.map(payloadSchema, ({ ast }) => ast))
      const shared = [...pathNames, ...queryNames].some((found) => bodyNames.has(found))
      const answers = Array.from(successes, ([status, { ast }]) => ({ status, ast }))
      operations.push({
        group: group.identifier,
        name,
        method,
        path,
        pathNames,
        queryNames,
        body: Option.isNone(payloadSchema) ? "none" : shared ? "nested" : "flat",
        answers: new Map(answers.map(({ ast, status }) => [status, answerKind(ast)])),
        list: answers.some(({ ast }) => isList(namesOf(ast))),
      })
    },
  })
  return operations
}

/** The properties that a schema knows, in any of its alternatives, as they are sent. */
const namesOf = (ast: Option.Option<SchemaAST.AST>): ReadonlySet<string> => {
  const alternatives = Option.isNone(ast) ? [] : membersOf(SchemaAST.encodedAST(ast.value))
  return new Set(alternatives.flatMap(SchemaAST.getPropertySignatures).map(({ name }) => String(name)))
}

const membersOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  SchemaAST.isUnion(ast) ? ast.types.flatMap(membersOf) : [ast]

const isList = (names: ReadonlySet<string>): boolean => names.has("datos") && names.has("siguiente")

const answerKind = (ast: Option.Option<SchemaAST.AST>): AnswerKind => {
  if (Option.isNone(ast)) return "json"
  const { kind } = HttpApiSchema.getEncoding(ast.value)
  return kind === "Uint8Array" ? "bytes" : kind === "Text" ? "text" : "json"
}
