import { type ParseResult, SchemaAST } from "effect"
import type { FieldIssue } from "../refusals/refusal.ts"

/** Every failing field of a decoding error, in Spanish, in document order (contract, section 7 rule 1). */
export const fieldIssues = (issue: ParseResult.ParseIssue): ReadonlyArray<FieldIssue> => {
  const found: Array<FieldIssue> = []
  collect(issue, "", found)
  return found
}

/** The reason given for an unknown property or parameter. */
export const unknownProperty = "no es una propiedad conocida"

const missing = "es obligatorio"

/** A property, not the body itself nor an item of a list. */
const isNamed = (campo: string): boolean => campo !== "" && !campo.endsWith("]")

const collect = (issue: ParseResult.ParseIssue, campo: string, found: Array<FieldIssue>): void => {
  switch (issue._tag) {
    case "Pointer":
      return collect(issue.issue, extend(campo, issue.path), found)
    case "Composite":
      return collectComposite(issue, campo, found)
    case "Refinement":
    case "Transformation":
      return collect(issue.issue, campo, found)
    case "Missing":
      return report(found, campo, missing)
    case "Unexpected":
      return report(found, campo, unknownProperty)
    case "Type":
    case "Forbidden":
      return report(found, campo, issue.actual === null && isNamed(campo) ? missing : issue.message ?? expectation(issue.ast))
  }
}

/** A value that fits no member of a union is explained once: by the member that it was meant for. */
const collectComposite = (issue: ParseResult.Composite, campo: string, found: Array<FieldIssue>): void => {
  const issues = isIssue(issue.issues) ? [issue.issues] : issue.issues
  if (!SchemaAST.isUnion(issue.ast)) {
    for (const one of issues) collect(one, campo, found)
    return
  }
  if (issue.ast.types.every((member) => isAbsence(member) || SchemaAST.isLiteral(member))) {
    return report(found, campo, expectation(issue.ast))
  }
  // Members of another kind were not meant: whoever gives a list is told of its items.
  const meant = issues.filter((one) => one._tag !== "Type")
  const [first] = meant
  if (meant.length === 1 && first !== undefined) return collect(first, campo, found)
  report(found, campo, expectation(issue.ast))
}

const isIssue = (issues: ParseResult.SingleOrNonEmpty<ParseResult.ParseIssue>): issues is ParseResult.ParseIssue =>
  !Array.isArray(issues)

const report = (found: Array<FieldIssue>, campo: string, motivo: string): void => {
  found.push({ campo: campo === "" ? "(cuerpo)" : campo, motivo })
}

const extend = (campo: string, path: ParseResult.Path): string => {
  let extended = campo
  for (const step of typeof path === "object" ? path : [path]) {
    if (typeof step === "number") extended += `[${step}]`
    else extended += extended === "" ? String(step) : `.${String(step)}`
  }
  return extended
}

/** null and undefined, which every optional field lets through beside its own kind. */
const isAbsence = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isUndefinedKeyword(ast) || (SchemaAST.isLiteral(ast) && ast.literal === null)

const expectation = (ast: SchemaAST.AST): string => {
  switch (ast._tag) {
    case "StringKeyword":
      return "debe ser un texto"
    case "NumberKeyword":
      return "debe ser un número"
    case "BooleanKeyword":
      return "debe ser verdadero o falso"
    case "TupleType":
      return "debe ser una lista"
    case "TypeLiteral":
      return "debe ser un objeto"
    case "Refinement":
      return expectation(ast.from)
    case "Transformation":
      return expectation(ast.from)
    case "Literal":
      return `debe ser ${String(ast.literal)}`
    case "Union":
      return unionExpectation(ast)
    default:
      return "no tiene la forma esperada"
  }
}

const unionExpectation = (ast: SchemaAST.Union): string => {
  const members = ast.types.filter((member) => !isAbsence(member))
  const [only] = members
  if (members.length === 1 && only !== undefined) return expectation(only)
  const values = members.flatMap((member) => (SchemaAST.isLiteral(member) ? [String(member.literal)] : []))
  return values.length === members.length
    ? `debe ser uno de estos valores: ${values.join(", ")}`
    : members.map(expectation).join(", o ")
}
