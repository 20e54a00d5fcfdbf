/**
 * What a taxpayer does about an answer of the tax authority. By AEAT's developer answers (item 17): what the invoicing
 * regulation asks of an invoice is mended by a rectifying invoice, what only the record holds by a correcting record
 * (subsanación), an invoice that should not exist by its annulment.
 */
export type Remedy = "none" | "rectify" | "amend" | "annul" | "settings"

/** Only the record is at fault: its form, hash, link, time or flags; or AEAT could not process it. */
const amendable: ReadonlySet<number> = new Set([
  1104, 1105, 1106, 1107, 1108, 1113, 1114, 1115, 1117, 1118, 1119, 1120, 1121, 1122, 1127, 1128, 1129, 1151, 1153, 1154,
  1155, 1156, 1157, 1158, 1159, 1160, 1161, 1162, 1163, 1164, 1241, 1243, 1244, 1247, 1256, 1262, 1263, 1264, 1265, 1266,
  1288, 1291, 1292, 2000, 2002, 2003, 2005, 2006, 2007, 2008, 3001, 3002,
])

/** Accepted and exempt from correction (AEAT, validations 4.3.1). */
const harmless: ReadonlySet<number> = new Set([2004, 2009])

/** Who may present records, or AEAT's own form made them. */
const beyondUs: ReadonlySet<number> = new Set([3003, 3004])

/** The remedy for an error of the list. */
export const remedyOf = (codigo: number | null): Remedy => {
  if (codigo === null || harmless.has(codigo)) return "none"
  if (amendable.has(codigo)) return "amend"
  if (beyondUs.has(codigo)) return "settings"
  return codigo === 3000 ? "annul" : "rectify"
}

const advice: Readonly<Record<Remedy, string>> = {
  none: "No hay que hacer nada.",
  rectify: "Emita una factura rectificativa con los datos correctos.",
  amend: "Corrija el registro con POST /facturas/{id}/subsanar.",
  annul: "La AEAT ya tiene otra factura con ese número: compruebe si esta instalación se ha restaurado de una copia.",
  settings: "Compruebe con la AEAT quién puede presentar y modificar estos registros.",
}

/** What to do, in one Spanish sentence. */
export const adviceFor = (codigo: number | null): string => advice[remedyOf(codigo)]
