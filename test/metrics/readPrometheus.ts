/** One sample of the text format. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Everything a text in Prometheus' exposition format contains. */
export interface Exposition {
  readonly help: ReadonlyMap<string, string>
  readonly types: ReadonlyMap<string, string>
  readonly samples: ReadonlyArray<Sample>
}

// Only a line feed ends a line. Labels may contain the other line breaks of Unicode.
const sampleLine = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/s
const labelPattern = /([a-zA-Z_]\w*)="((?:[^"\\]|\\["\\n])*)"(?:,|$)/y

/** Reads version 0.0.4 strictly by its specification. Throws where Prometheus would refuse the text. */
export const readPrometheus = (text: string): Exposition => {
  if (text !== "" && !text.endsWith("\n")) throw new Error("the last line has to end")
  const help = new Map<string, string>()
  const types = new Map<string, string>()
  const samples: Array<Sample> = []
  const families = new Set<string>()
  let open = ""
  for (const line of text.split("\n").slice(0, -1)) {
    const [, keyword, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.*)$/s.exec(line) ?? []
    const known = keyword === "HELP" ? help : types
    if (keyword !== undefined) {
      if (known.has(name)) throw new Error(`${keyword} of ${name} twice`)
      known.set(name, keyword === "HELP" ? unescaped(rest) : rest)
    }
    const sample = keyword === undefined ? readSample(line) : undefined
    if (sample !== undefined) samples.push(sample)
    const family = sample === undefined ? name : familyOf(sample.name, types)
    if (family !== open && families.has(family)) throw new Error(`${family} is in two places`)
    families.add(family)
    open = family
  }
  return { help, types, samples }
}

const familyOf = (name: string, types: ReadonlyMap<string, string>): string => {
  const base = name.replace(/_(bucket|sum|count)$/, "")
  return types.get(base) === "histogram" ? base : name
}

const readSample = (line: string): Sample => {
  const [, name, inner = "", value = ""] = sampleLine.exec(line) ?? []
  if (name === undefined) throw new Error(`no sample: ${line}`)
  const labels: Record<string, string> = {}
  labelPattern.lastIndex = 0
  while (labelPattern.lastIndex < inner.length) {
    const [, label, text = ""] = labelPattern.exec(inner) ?? []
    if (label === undefined || label in labels) throw new Error(`broken labels: ${line}`)
    labels[label] = unescaped(text)
  }
  return { name, labels, value: readValue(value) }
}

const readValue = (text: string): number => {
  if (text === "+Inf") return Number.POSITIVE_INFINITY
  if (text === "-Inf") return Number.NEGATIVE_INFINITY
  const value = Number(text)
  if (Number.isNaN(value) && text !== "NaN") throw new Error(`no value: ${text}`)
  return value
}

const unescaped = (text: string): string => text.replaceAll(/\\(.)/g, (_, sign: string) => (sign === "n" ? "\n" : sign))

/** The value of the sample with this name and these labels, or undefined without one. */
export const valueOf = (text: string, name: string, labels: Readonly<Record<string, string>> = {}): number | undefined =>
  readPrometheus(text).samples.find((sample) =>
    sample.name === name && JSON.stringify(sorted(sample.labels)) === JSON.stringify(sorted(labels)))?.value

const sorted = (labels: Readonly<Record<string, string>>) => Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1))
