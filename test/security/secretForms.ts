/** A secret, with a name that a failing test may show. */
export interface Secret {
  readonly name: string
  readonly value: string | Uint8Array
}

/** Every text from which the secret could be recovered: itself, and its usual encodings. */
const formsOf = ({ value }: Secret): ReadonlyArray<string> => {
  const bytes = Buffer.from(value)
  const hex = bytes.toString("hex")
  const base64 = [0, 1, 2].map((before) => withinBase64(bytes, before))
  const ofText = typeof value === "string"
    ? [value, escaped(value), escaped(escaped(value)), ...percentEncoded(value)]
    : []
  const forms = [
    ...ofText,
    bytes.toString("latin1"),
    hex,
    hex.toUpperCase(),
    ...base64,
    ...base64.map((form) => form.replaceAll("+", "-").replaceAll("/", "_")),
  ]
  return [...new Set(forms)].filter((form) => form.length >= 8)
}

/** The text as it appears in a JSON string. */
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)

/** The text as it appears in an address, and in a form. */
const percentEncoded = (text: string): ReadonlyArray<string> =>
  [encodeURIComponent(text), new URLSearchParams({ "": text }).toString().slice(1)]

/** The bytes as they appear in the base64 of something longer, `before` bytes after a multiple of three; only characters that depend on them alone. */
const withinBase64 = (bytes: Buffer, before: number): string => {
  const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64").replace(/=+$/, "")
  return whole.slice(before === 0 ? 0 : before + 1, -1)
}

/** The names of the secrets that the text contains, in whatever form. */
export const secretsIn = (text: string, secrets: ReadonlyArray<Secret>): ReadonlyArray<string> =>
  secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form))).map(({ name }) => name)
