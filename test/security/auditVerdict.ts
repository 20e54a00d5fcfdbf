import { Either, Schema } from "effect"

const Severity = Schema.Literal("info", "low", "moderate", "high", "critical")

/** What `npm audit --json` prints when it was answered. */
const Report = Schema.parseJson(Schema.Struct({
  vulnerabilities: Schema.Record({
    key: Schema.String,
    value: Schema.Struct({ severity: Severity, range: Schema.String, nodes: Schema.Array(Schema.String) }),
  }),
}))

/** And when it was not. */
const Refusal = Schema.parseJson(Schema.Struct({ message: Schema.String }))

/** What is to be said, line by line, and whether it is bad. */
export interface AuditVerdict {
  readonly bad: boolean
  readonly lines: ReadonlyArray<string>
}

/** Judges what `npm audit --json` has printed. Bad is what is high or critical in a package that is shipped. */
export const auditVerdict = (printed: string, shipped: ReadonlySet<string>): AuditVerdict => {
  const report = Schema.decodeEither(Report)(printed)
  if (Either.isLeft(report)) {
    const { message } = Either.getOrElse(Schema.decodeEither(Refusal)(printed), () => ({ message: "no answer" }))
    return { bad: false, lines: [`The audit could not be asked, so nothing is known of vulnerabilities: ${message}`] }
  }
  const known = Object.entries(report.right.vulnerabilities).map(([name, { nodes, range, severity }]) => {
    const isShipped = nodes.some((node) => shipped.has(node))
    const bad = isShipped && (severity === "high" || severity === "critical")
    return { bad, line: `${severity}: ${name} ${range}${isShipped ? "" : ", for development only"}` }
  })
  const bad = known.some((one) => one.bad)
  const summary = known.length === 0
    ? "No vulnerability is known of any package."
    : `${known.length} packages have known vulnerabilities.`
  return { bad, lines: [summary, ...known.map(({ line }) => line)] }
}
