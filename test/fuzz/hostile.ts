import * as fc from "fast-check"
import { anyCharacter } from "../support/anyCharacter.ts"

// Hostile input. Values are JSON texts, as some have no JavaScript equivalent.

/** Texts that break careless code, or pass for a number, a date or an enum value. */
const texts: ReadonlyArray<string> = [
  "", " ", "\n", "\t", "\u0000", "a\u0000b", "\u0007", "\u007f", "\ud800", "\udfff\ud800", "\ufeff", "\uffff",
  "\u2028", "\u202eabc", "مرحبا بالعالم", "e\u0301\u0327".repeat(40), "👩‍👩‍👧‍👦", "İ", "ß", "ﬁ", "漢字",
  "a".repeat(70_000), "🙂".repeat(300), "<script>alert(1)</script>", "'; DROP TABLE contact; --", "\" OR 1=1",
  "%00", "%", "_", "\\", "${7*7}", "{{7*7}}", "__proto__", "constructor", "toString", "hasOwnProperty",
  "null", "true", "NaN", "Infinity", "-0", "1e999", "0x10", "９", "1,5", "2026-02-30", "0000-00-00",
  "9999-12-31", "2026-11-20T25:00:00Z", "2026-11-20T23:59:60Z", "2026-11-20T10:00:00+99:99",
  "-000001-01-01", "+275760-09-13T00:00:00Z", "http://127.0.0.1/", "https://[::1]/", "javascript:alert(1)",
  "../../etc/passwd", "a@b", "josé@ejemplo.es", "a@b,c.es", "a@b.c\r\nBcc: x@y.z", "\r\nX-Otra: 1", "0/0/0", "30/60/90",
  "99999999999999999999/1", "*",
]

const numbers: ReadonlyArray<string> = [
  "1e308", "-1e308", "1e400", "-1e400", "-0", "0", "-0.0", "5e-324", "1e-320", "0.30000000000000004", "1.005",
  "0.005", "0.5", "-1", "1e21", "1E+2", "9007199254740993", "123456789012345678901234567890",
  "999999999.9999999", "2147483648", "1000000000000", "999999999999.99", "-999999999999.995", "1e15", "4.35",
  "99.999999999", "100.0000001",
]

const others: ReadonlyArray<string> = [
  "null", "true", "false", "{}", "[]", "[[]]", "[null]", "{\"a\":1}", "{\"__proto__\":{\"x\":1}}",
  "{\"toJSON\":1}", "{\"toString\":1}", "{\"length\":-1}", "{\"constructor\":{\"prototype\":{\"x\":1}}}", "{\"a\":1,\"a\":2}",
  "[".repeat(10_000) + "]".repeat(10_000), `${"{\"a\":".repeat(10_000)}1${"}".repeat(10_000)}`,
  `[${"0,".repeat(9_999)}0]`, `[${"{},".repeat(600)}{}]`, `[${"\"a\",".repeat(40)}"a"]`,
]

/** A text. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 30 }) },
)

/** Any value, as JSON text. */
export const hostileValue: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: hostileText.map((text) => JSON.stringify(text)) },
  { weight: 3, arbitrary: fc.constantFrom(...numbers) },
  { weight: 3, arbitrary: fc.constantFrom(...others) },
  { weight: 1, arbitrary: fc.json() },
)

/** Property names that no body has, or that mean something to JavaScript or to the engine. */
export const hostileName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "__proto__", "constructor", "toString", "hasOwnProperty", "", " ", "\u0000", "\ud800", "a.b", "lineas[0]",
    "id", "Nombre", "creado", "organization_id", "organizationId", "modifiedSequence", "x".repeat(5_000),
    "(cuerpo)", "total", "secreto",
  ),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
)

/** The text encoded for an address, in which lone surrogates are not possible. */
export const inAddress = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "_"))

/** Path segments, already encoded. */
export const hostileSegment: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: hostileText.map(inAddress) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "%", "%zz", "%00", "%2F", "%2e%2e", "..", ".", "%C0%80", "%ED%A0%80", "%FF", "a%2Fb", "%E2%80%AE", "+",
      "a+b", ";v=1", "{id}", ":id", "a".repeat(9_000), "0", "-1", "null", "undefined", "%5F%5Fproto%5F%5F",
      "__proto__", "constructor", "01930A6B7C8D7E9F8A0B1C2D3E4F5061", "01930a6b-7c8d-7e9f-8a0b-1c2d3e4f5061",
      "%30", "emitir", "pdf", "",
    ),
  },
  { weight: 1, arbitrary: fc.stringMatching(/^[0-9a-f]{32}$/) },
)

/** The JSON object corrupted: other bytes, or another value. */
export const spoiled = (text: string): fc.Arbitrary<string | Uint8Array> => {
  const place = fc.nat({ max: Math.max(text.length - 1, 0) })
  const bytes = new TextEncoder().encode(text)
  const tooMuch = `"notas":"${"a".repeat(1_048_576)}"`
  return fc.oneof(
    place.map((at) => text.slice(0, at)),
    place.map((at) => `${text.slice(0, at)},${text.slice(at)}`),
    place.map((at) => Uint8Array.from(bytes, (byte, i) => (i === at ? 0xff : byte))),
    place.map((at) => Uint8Array.from(bytes, (byte, i) => (i === at ? 0xc0 : byte))),
    fc.constant(`\ufeff${text}`),
    fc.constant(Uint8Array.from([...text].flatMap((sign) => [sign.charCodeAt(0) & 0xff, 0]))),
    fc.constant(text.replace("{", "{\"nombre\":1,\"nombre\":null,\"__proto__\":{},")),
    fc.constant(`${text}${text}`),
    fc.constant(`[${text}]`),
    fc.constant(text === "{}" ? `{${tooMuch}}` : `${text.slice(0, -1)},${tooMuch}}`),
    fc.constant(text.replaceAll("\"", "'")),
    fc.constantFrom("null", "1", "\"{}\"", "true", "[]", "NaN", " ", "{", "-", "\u0000", "// {}\n{}"),
    hostileValue,
  )
}

/** Values of the header Idempotency-Key. */
export const idempotencyKeys: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "", "misma", "otra", " ", "a".repeat(255), "a".repeat(256), "clave ñ", "\u007f", "a\tb", "🙂", "__proto__",
  ),
  fc.uuid(),
)

/** Values of the header Content-Type. */
export const contentTypes: fc.Arbitrary<string> = fc.constantFrom(
  "text/plain", "application/x-www-form-urlencoded", "application/jsonp", "application/json; charset=latin1",
  "APPLICATION/JSON;charset=utf-8", "application/problem+json", "multipart/form-data; boundary=x", "", "json",
  "*/*",
)
