import { plainText } from "../text/plainText.ts"

/** The languages that documents are printed in (BCP 47). */
export const printLanguages = ["es", "ca", "gl", "eu", "en"] as const
export type PrintLanguage = (typeof printLanguages)[number]

/** Other names of those languages: codes of three letters (ISO 639-2), their own and Spanish names, and Valencian for Catalan. */
const otherNames: Readonly<Record<string, PrintLanguage>> = {
  spa: "es", espanol: "es", castellano: "es",
  cat: "ca", catala: "ca", catalan: "ca", va: "ca", val: "ca", valencia: "ca", valenciano: "ca",
  glg: "gl", galego: "gl", gallego: "gl",
  eus: "eu", baq: "eu", euskara: "eu", euskera: "eu", vasco: "eu",
  eng: "en", english: "en", ingles: "en",
}

/** The language that a contact's `idioma` names, a free text such as "ca", "en-GB" or "euskara"; Spanish if it names no other. */
export const printLanguageOf = (idioma: string | null): PrintLanguage => {
  const plain = plainText(idioma ?? "").trim()
  const [primary = ""] = plain.split(/[-_ ]/)
  return printLanguages.find((language) => language === primary) ?? otherNames[primary] ?? "es"
}
