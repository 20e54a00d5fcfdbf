/** What a client should know of a property, in Spanish; what its name and its schema say already is not said again. */
export interface PropertyWords {
  readonly words: string
  /** The value that it has when it is left out; null: it has no default. */
  readonly otherwise: string | null
}

/** Words by the names of properties: `verifactu.huella` is one within another. */
export type Words = Readonly<Record<string, PropertyWords>>

/** A property that has no default. */
export const say = (words: string): PropertyWords => ({ words, otherwise: null })

/**
 * A property with a default. It is told in words: generators of types (openapi-typescript) take what has a `default` for
 * a property that has to be sent.
 */
export const or = (otherwise: string, words = ""): PropertyWords => ({ words, otherwise })

/** The words of some of the properties. */
export const only = (words: Words, names: ReadonlyArray<string>): Words =>
  Object.fromEntries(Object.entries(words).filter(([name]) => names.includes(name)))

/** Words for any rate. */
export const percent = "En tanto por ciento."

/** Words for the rate of a tax. */
export const rate = "Tipo de IVA, IGIC o IPSI, en tanto por ciento."

/** Words for `tipo_cambio`. */
export const exchange = "Euros que vale una unidad de `divisa`: importe × `tipo_cambio` = euros."

/** Words for the discount of a line. */
export const lineDiscount = "En tanto por ciento de cantidad × precio."

/** Words for a withholding. */
export const wholePercent = "En tanto por ciento entero."
