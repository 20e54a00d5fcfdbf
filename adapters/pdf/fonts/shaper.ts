import fontkit, { type Font, type Glyph as FontGlyph, type GlyphPosition } from "@pdf-lib/fontkit"

/** One glyph as it is drawn; lengths in thousandths of the size. */
export interface Glyph {
  readonly id: number
  /** The characters that it stands for: who copies the text gets these. */
  readonly text: string
  /** The width of the glyph itself. */
  readonly width: number
  /** How far the pen moves. */
  readonly advance: number
  /** How far from the pen the glyph is drawn. */
  readonly dx: number
  readonly dy: number
}

/** Glyphs in visual order, left to right, of a text of one direction and without spaces. */
export type Shaper = (text: string, rightToLeft: boolean) => ReadonlyArray<Glyph>

/** fontkit's `layout` with its parameters for script, language and direction, which its own types leave out. */
interface Layouts {
  readonly layout: (
    text: string,
    features: Array<never>,
    script: string,
    language: undefined,
    direction: "ltr" | "rtl",
  ) => { readonly glyphs: ReadonlyArray<FontGlyph>; readonly positions: ReadonlyArray<GlyphPosition> }
}

// The scripts for which DejaVu has rules of its own, with their OpenType tags. If fontkit were left to guess, it would also
// pick shapers that cannot run in this build of it, as they need a global `regeneratorRuntime`.
const scripts = [
  [/\p{Script=Arabic}/u, "arab"],
  [/\p{Script=Nko}/u, "nko "],
  [/\p{Script=Hebrew}/u, "hebr"],
  [/\p{Script=Lao}/u, "lao "],
  [/\p{Script=Greek}/u, "grek"],
  [/\p{Script=Cyrillic}/u, "cyrl"],
] as const

const scriptOf = (text: string): string => scripts.find(([letters]) => letters.test(text))?.[1] ?? "latn"

/**
 * Makes fontkit answer a new object for each use of a glyph. By itself it keeps one object for each glyph, with the characters
 * of its first use, so that what a glyph stands for would depend on the documents before.
 */
const forgetCharacters = (font: Font): void => {
  const remembered = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints = []) => {
    const glyph = remembered(id)
    const fresh: FontGlyph = Object.create(glyph, {
      codePoints: { value: codePoints },
      advanceWidth: { value: glyph.advanceWidth },
    })
    return fresh
  }
}

/**
 * Makes fontkit's shapers of joined letters inherit from their parents. fontkit assigns to `__proto__` for that, which in Deno
 * is a property like any other: there the shapers would lack everything of their parents, and no such letters could be printed.
 */
const inheritShapers = (font: Font): void => {
  const layouts: unknown = Reflect.get(font, "_layoutEngine")
  const engine: unknown = isObject(layouts) ? Reflect.get(layouts, "engine") : undefined
  if (!isObject(engine)) return
  let chosen: unknown = null
  Object.defineProperty(engine, "shaper", {
    get: () => chosen,
    set: (shaper: unknown) => {
      chosen = shaper
      if (typeof shaper !== "function" || !Object.hasOwn(shaper, "__proto__")) return
      Object.setPrototypeOf(shaper, Reflect.get(shaper, "__proto__"))
    },
  })
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** Whether the glyph is an invisible joiner, for which fontkit answers a space without width: no other space is ever shaped. */
const isHidden = (glyph: FontGlyph): boolean => glyph.codePoints[0] === 0x20

/**
 * The characters that each glyph stands for, all in visual order: readers turn text from right to left around as a whole,
 * including the characters of a single glyph. A hidden joiner is put before the characters of the next glyph, since readers
 * drop one at the end. When the glyphs do not spell the text, the first one takes all of it.
 */
const spell = (
  glyphs: ReadonlyArray<FontGlyph>,
  text: string,
  rightToLeft: boolean,
): ReadonlyArray<string> => {
  const characters = rightToLeft ? Array.from(text).reverse() : Array.from(text)
  const texts: Array<string> = []
  let at = 0
  let joiner = ""
  for (const glyph of glyphs) {
    const spelled = String.fromCodePoint(...glyph.codePoints)
    const own = isHidden(glyph) ? [characters[at] ?? ""] : Array.from(spelled)
    if (rightToLeft) own.reverse()
    if (own.some((character, index) => character !== characters[at + index])) break
    at += own.length
    texts.push(isHidden(glyph) ? "" : joiner + own.join(""))
    joiner = isHidden(glyph) ? own.join("") : ""
  }
  const complete = at === characters.length && texts.length === glyphs.length
  return complete ? texts : glyphs.map((_, index) => (index === 0 ? characters.join("") : ""))
}

/** Opens a TrueType file to shape letters that join and marks that stack. The shaper takes megabytes, so it should be kept. */
export const openShaper = (file: Uint8Array): Shaper => {
  const font = fontkit.create(file)
  forgetCharacters(font)
  inheritShapers(font)
  const layouts: Layouts = font
  const perMille = 1000 / font.unitsPerEm
  return (text, rightToLeft) => {
    const direction = rightToLeft ? "rtl" : "ltr"
    const { glyphs, positions } = layouts.layout(text, [], scriptOf(text), undefined, direction)
    const texts = spell(glyphs, text, rightToLeft)
    return glyphs.flatMap((glyph, index) => {
      const position = positions[index]
      if (position === undefined || isHidden(glyph)) return []
      return [{
        id: glyph.id,
        text: texts[index] ?? "",
        width: glyph.advanceWidth * perMille,
        advance: position.xAdvance * perMille,
        dx: position.xOffset * perMille,
        dy: position.yOffset * perMille,
      }]
    })
  }
}
