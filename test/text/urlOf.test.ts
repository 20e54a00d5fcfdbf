import { assert, it } from "@effect/vitest"
import { urlOf } from "../../core/text/urlOf.ts"

it("a text is read as a URL, or is none, however often, with letters beyond ASCII too", () => {
  for (let time = 0; time < 20_000; time++) assert.isDefined(urlOf("https://ejemplo.es/peñón"))
  assert.strictEqual(urlOf("https://ñandú.es/á")?.href, "https://xn--and-6ma2c.es/%C3%A1")
  for (const text of ["", "ejemplo.es", "https://", "http://a b/"]) assert.isUndefined(urlOf(text), text)
})
