import { nullableText, optional, text } from "./fieldSchemas.ts"

/** A postal address, as companies and contacts have one. */
export interface PostalAddress {
  readonly direccion: string | null
  readonly ciudad: string | null
  readonly cp: string | null
  readonly provincia: string | null
  /** The country as it was given: its name, or an ISO code. */
  readonly pais: string | null
}

/** The properties of a postal address in bodies (contract, sections 2.1 and 2.2). */
export const addressInput = {
  direccion: optional(text({ max: 300 })),
  ciudad: optional(text({ max: 120 })),
  cp: optional(text({ max: 12 })),
  provincia: optional(text({ max: 120 })),
  pais: optional(text({ max: 80 })),
}

/** The properties of a postal address in resources. */
export const addressResource = {
  direccion: nullableText,
  ciudad: nullableText,
  cp: nullableText,
  provincia: nullableText,
  pais: nullableText,
}
