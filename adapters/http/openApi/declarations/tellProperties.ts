import ts from "typescript-5"
import { type Fields, fieldsIn, isFields } from "../Fields.ts"
import type { DocumentedOperation } from "./documentedOperations.ts"

/** Where operations are declared in a build: as endpoints of the contract, and as calls of the embedded library. */
export const toldFolders: ReadonlyArray<string> = ["dist/adapters/http/contract", "dist/runtimes/embedded/calls"]

/**
 * A module's declarations (the text of its `.d.ts`) in which the properties that operations take and answer have what the
 * document says of them as comments, which editors show.
 */
export const tellProperties = (text: string, operations: ReadonlyMap<string, DocumentedOperation>): string => {
  const comments = new Map<number, string>()
  const source = ts.createSourceFile("module.d.ts", text, ts.ScriptTarget.ES2022)

  const visit = (node: ts.Node): void => {
    for (const { schema, type } of typesOf(node, operations)) tell(type, schema)
    ts.forEachChild(node, visit)
  }
  /** Goes to the outermost object types within a type of that schema. */
  const tell = (type: ts.Node, schema: Fields): void => {
    if (ts.isTypeLiteralNode(type)) type.members.forEach((member) => tellMember(member, schema))
    else ts.forEachChild(type, (child) => tell(child, schema))
  }
  const tellMember = (member: ts.TypeElement, schema: Fields): void => {
    if (!ts.isPropertySignature(member) || member.type === undefined) return
    const { type } = member
    const property = fieldsIn(fieldsIn(schema, "properties"), member.name.getText(source))
    const words = property["description"]
    if (typeof words === "string") comments.set(member.getStart(source), words.replaceAll("*/", "*\\/"))
    objectsIn(property).forEach((inner) => tell(type, inner))
  }

  visit(source)
  return Array.from(comments).toSorted(([a], [b]) => b - a).reduce((told, [at, words]) => {
    const indent = " ".repeat(source.getLineAndCharacterOfPosition(at).character)
    return `${told.slice(0, at)}/** ${words} */\n${indent}${told.slice(at)}`
  }, text)
}

/** The types of what an operation takes and answers, where a node declares one. */
const typesOf = (
  node: ts.Node,
  operations: ReadonlyMap<string, DocumentedOperation>,
): ReadonlyArray<{ readonly type: ts.Node; readonly schema: Fields }> => {
  const typed = (types: ReadonlyArray<ts.Node | undefined>, schema: Fields | undefined) =>
    schema === undefined ? [] : types.flatMap((type) => (type === undefined ? [] : [{ type, schema }]))
  // HttpApiEndpoint<"recordPayment", "POST", path, query, body, headers, answer, …>
  if (ts.isTypeReferenceNode(node) && isNamed(node.typeName, "HttpApiEndpoint")) {
    const [id, , path, query, body, , answer] = node.typeArguments ?? []
    const operation = id !== undefined && ts.isLiteralTypeNode(id) && ts.isStringLiteral(id.literal)
      ? operations.get(id.literal.text)
      : undefined
    return [...typed([path, query, body], operation?.requested), ...typed([answer], operation?.answered)]
  }
  // recordPayment: Kind<K["write"], input, services, error, answer>; of a list, an item.
  if (ts.isPropertySignature(node) && ts.isIdentifier(node.name) && node.type !== undefined && ts.isImportTypeNode(node.type)) {
    const operation = operations.get(node.name.text)
    const [, input, , , answer] = node.type.typeArguments ?? []
    const item = objectsIn(fieldsIn(fieldsIn(operation?.answered ?? {}, "properties"), "datos"))[0]
    return [...typed([input], operation?.requested), ...typed([answer], item ?? operation?.answered)]
  }
  return []
}

const isNamed = (name: ts.EntityName, wanted: string): boolean => (ts.isIdentifier(name) ? name : name.right).text === wanted

/** The schemas of objects that a value may be, or holds in a list. */
const objectsIn = (schema: unknown): ReadonlyArray<Fields> => {
  if (Array.isArray(schema)) return schema.flatMap(objectsIn)
  if (!isFields(schema)) return []
  const { allOf, anyOf, items, oneOf, properties } = schema
  return [...(properties === undefined ? [] : [schema]), ...[allOf, anyOf, oneOf, items].flatMap(objectsIn)]
}
