import { plainText } from "../text/plainText.ts"

/** The languages that documents are printed in (BCP 47). */
export const printLanguages = ["es", "ca", "gl", "eu", "en"] as const
export type PrintLanguage = (typeof printLanguages)[number]

/** Three-letter codes (ISO 639-2), the languages' own and Spanish names, and Valencian, which is Catalan. */
const otherNames: Readonly<Record<string, PrintLanguage>> = {
  spa: "es", espanol: "es", castellano: "es",
  cat: "ca", catala: "ca", catalan: "ca", va: "ca", val: "ca", valencia: "ca", valenciano: "ca",
  glg: "gl", galego: "gl", gallego: "gl",
  eus: "eu", baq: "eu", euskara: "eu", euskera: "eu", vasco: "eu",
  eng: "en", english: "en", ingles: "en",
}

/** The language of a contact's free `idioma` ("ca", "en-GB", "euskara"); Spanish where it names none of ours. */
export const printLanguageOf = (idioma: string | null): PrintLanguage => {
  const plain = plainText(idioma ?? "").trim()
  const [primary = ""] = plain.split(/[-_ ]/)
  return printLanguages.find((language) => language === primary) ?? otherNames[primary] ?? "es"
}
