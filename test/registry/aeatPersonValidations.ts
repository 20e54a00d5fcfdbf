import type { RecordFields } from "../../core/registry/RegistryRecord.ts"
import type { AltaReading } from "./aeatAlta.ts"
import { type AeatError, aeatError, when } from "./aeatError.ts"
import { blockIn, textIn } from "./aeatFields.ts"
import { isNif, isPersonNif } from "./aeatNif.ts"

/*
 * The persons named in a record (VAL 3.1.3.12 and 13, 3.1.4.3, 3.1.5). There is no census here, so 1109, 1110, 1121,
 * 2001 and the like are never reported. A recipient may be the issuer (own consumption), although errores.properties
 * still has 1193.
 */

interface Place {
  readonly name: string
  /** Code for having neither or both of NIF and IDOtro. */
  readonly notOne: number
  /** The kinds of id that a person in Spain may have, and the code for another one. */
  readonly ofSpain: { readonly types: ReadonlyArray<string>; readonly codigo: number }
  /** Code of IDType 07 where nobody can be outside the census. */
  readonly not07?: number
  /** The day that decides between GB and XI. */
  readonly day: string | undefined
}

const identityErrors = (person: RecordFields, place: Place): ReadonlyArray<AeatError> => {
  const other = blockIn(person, "IDOtro")
  const isOne = (textIn(person, "NIF") === undefined) !== (other === undefined)
  return [
    ...when(!isOne, place.notOne, `${place.name}: NIF o IDOtro`),
    ...(other === undefined ? [] : [
      ...countryGiven(other, place),
      ...kindOfSpain(other, place),
      ...notInCensus(other, place),
      ...vatId(other, place),
    ]),
  ]
}

const countryGiven = (other: RecordFields, { name }: Place): ReadonlyArray<AeatError> =>
  when(
    textIn(other, "IDType") !== "02" && textIn(other, "CodigoPais") === undefined,
    1111,
    `${name}: CodigoPais es obligatorio si IDType no es 02`,
  )

const kindOfSpain = (other: RecordFields, { name, ofSpain }: Place): ReadonlyArray<AeatError> =>
  when(
    textIn(other, "CodigoPais") === "ES" && !ofSpain.types.includes(textIn(other, "IDType") ?? ""),
    ofSpain.codigo,
    `${name}: con CodigoPais ES, IDType solo puede ser ${ofSpain.types.join(" o ")}`,
  )

/** IDType 07 is for natural persons of Spain who are not in the census. */
const notInCensus = (other: RecordFields, { name, not07 }: Place): ReadonlyArray<AeatError> => {
  if (textIn(other, "IDType") !== "07") return []
  const id = textIn(other, "ID") ?? ""
  return [
    ...(not07 === undefined ? [] : [aeatError(not07, `${name}: IDType no puede ser 07`)]),
    ...when(textIn(other, "CodigoPais") !== "ES", 1126, `${name}: IDType 07 exige CodigoPais ES`),
    ...when(!isNif(id), 1290, `${name}: ID no es un NIF correcto`),
    ...when(!isPersonNif(id), 1131, `${name}: ID debe ser el NIF de una persona física`),
  ]
}

const vatId = (other: RecordFields, { name, day }: Place): ReadonlyArray<AeatError> => {
  if (textIn(other, "IDType") !== "02") return []
  const id = textIn(other, "ID") ?? ""
  const prefix = id.slice(0, 2)
  const country = textIn(other, "CodigoPais")
  return [
    ...when(
      !(vatForms.get(prefix)?.test(id.slice(2)) ?? false),
      1103,
      `${name}: ID no tiene la forma de un NIF-IVA`,
    ),
    ...when(
      country !== undefined && (country === "GR" ? "EL" : country) !== prefix,
      1122,
      `${name}: CodigoPais no es el del NIF-IVA`,
    ),
    ...when(
      prefix === "XI" && day !== undefined && day < "2021-01-01",
      1254,
      `${name}: XI no vale antes de 2021`,
    ),
    ...when(
      prefix === "GB" && day !== undefined && day >= "2021-02-01",
      1255,
      `${name}: GB no vale desde febrero de 2021`,
    ),
  ]
}

const ofLength = (sign: string, lengths: ReadonlyArray<number>): RegExp =>
  new RegExp(`^(?:${lengths.map((length) => `${sign}{${length}}`).join("|")})$`)
const digits = (...lengths: ReadonlyArray<number>): RegExp => ofLength("\\d", lengths)
const signs = (...lengths: ReadonlyArray<number>): RegExp => ofLength("[A-Z0-9]", lengths)

/** What follows the prefix (VAL, note 1). ES is not among them. For IE and NL the Commission also allows + and *. */
const vatForms: ReadonlyMap<string, RegExp> = new Map([
  ["DE", digits(9)], ["AT", signs(9)], ["BE", digits(10)], ["CY", signs(9)], ["CZ", digits(8, 9, 10)],
  ["HR", digits(11)], ["DK", digits(8)], ["SK", digits(10)], ["SI", digits(8)], ["EE", digits(9)],
  ["FI", digits(8)], ["FR", signs(11)], ["EL", digits(9)], ["GB", signs(5, 9, 12)], ["XI", signs(5, 9, 12)],
  ["NL", /^[A-Z0-9+*]{12}$/], ["HU", digits(8)], ["IT", digits(11)], ["IE", /^[A-Z0-9+*]{8,9}$/],
  ["LV", digits(11)], ["LT", digits(9, 12)], ["LU", digits(8)], ["MT", digits(8)], ["PL", digits(10)],
  ["PT", digits(9)], ["SE", digits(12)], ["BG", digits(9, 10)], ["RO", /^[1-9]\d{1,9}$/],
])

const named: ReadonlySet<string> = new Set(["F1", "F3", "R1", "R2", "R3", "R4"])

/** Objections to Destinatarios (VAL 3.1.3.13). */
export const recipientErrors = (alta: AltaReading): ReadonlyArray<AeatError> => {
  const { fields, recipients, type = "" } = alta
  return [
    ...when(named.has(type) && recipients.length === 0, 1189, `Destinatarios es obligatorio en ${type}`),
    ...when(
      ["F2", "R5"].includes(type) && Object.hasOwn(fields, "Destinatarios"),
      1190,
      `Destinatarios no va en ${type}`,
    ),
    ...recipients.flatMap((recipient, i) => recipientOfType(recipient, `destinatario ${i + 1}`, alta)),
  ]
}

const recipientOfType = (recipient: RecordFields, name: string, alta: AltaReading): ReadonlyArray<AeatError> => {
  const { taxDay: day, type = "" } = alta
  const other = blockIn(recipient, "IDOtro")
  const idType = textIn(other, "IDType") ?? ""
  return [
    ...identityErrors(recipient, { name, notOne: 1239, ofSpain: { types: ["03", "07"], codigo: 1126 }, day }),
    ...when(idType === "02" && !named.has(type), 1156, `${name}: IDType 02 no va en ${type}`),
    // VAL seems to allow 02 in R3; errores.properties does not.
    ...when(
      type === "R3" && other !== undefined && idType !== "07",
      1191,
      `${name}: en R3 solo NIF o IDType 07`,
    ),
    ...when(
      type === "R2" && other !== undefined && idType !== "07" && idType !== "02",
      1192,
      `${name}: en R2 solo NIF o IDType 07 o 02`,
    ),
  ]
}

/** Objections to EmitidaPorTerceroODestinatario and Tercero (VAL 3.1.3.11 and 12). */
export const thirdPartyErrors = (alta: AltaReading): ReadonlyArray<AeatError> => {
  const by = textIn(alta.fields, "EmitidaPorTerceroODestinatario")
  const third = blockIn(alta.fields, "Tercero")
  const given = third !== undefined
  return [
    ...when(by === "T" && !given, 1186, "Tercero es obligatorio si la emite un tercero"),
    ...when(
      by === "D" && alta.recipients.length === 0,
      1158,
      "Destinatarios es obligatorio si la emite el destinatario",
    ),
    ...when(by === undefined && given, 1155, "Tercero exige EmitidaPorTerceroODestinatario"),
    ...when(by === "D" && given, 1159, "Tercero no va si la emite el destinatario"),
    ...(third === undefined ? [] : [
      ...when(textIn(third, "NIF") === (alta.issuer ?? ""), 1188, "el NIF del Tercero es el del emisor"),
      ...identityErrors(third, {
        name: "Tercero",
        notOne: 1178,
        ofSpain: { types: ["03"], codigo: 1232 },
        not07: 1211,
        day: alta.taxDay,
      }),
    ]),
  ]
}

/** Objections to the producer in SistemaInformatico (VAL 3.1.5). Its other fields are checked as structure. */
export const producerErrors = (record: RecordFields, day: string | undefined): ReadonlyArray<AeatError> => {
  const software = blockIn(record, "SistemaInformatico")
  if (software === undefined) return []
  return identityErrors(software, {
    name: "SistemaInformatico",
    notOne: 1223,
    ofSpain: { types: ["03"], codigo: 1232 },
    not07: 1221,
    day,
  })
}

/** Objections to GeneradoPor and Generador of an annulment (VAL 3.1.4.2 and 3). */
export const generatorErrors = (record: RecordFields, today: string): ReadonlyArray<AeatError> => {
  const by = textIn(record, "GeneradoPor")
  const generator = blockIn(record, "Generador")
  const both = when((by === undefined) !== (generator === undefined), 1224, "GeneradoPor y Generador van juntos")
  if (generator === undefined) return both
  const nif = textIn(generator, "NIF")
  const issuer = textIn(blockIn(record, "IDFactura"), "IDEmisorFacturaAnulada")
  return [
    ...both,
    ...when(by === "E" && nif === undefined, 1227, "Generador: NIF es obligatorio si es el expedidor"),
    // Even for E, which no document explains: a record of the issuer's own leaves both fields out.
    ...when(nif !== undefined && nif === issuer, 1259, "el NIF del Generador es el del obligado"),
    ...identityErrors(generator, {
      name: "Generador",
      notOne: 1228,
      ofSpain: by === "T" ? { types: ["03"], codigo: 1232 } : { types: ["03", "07"], codigo: 1230 },
      ...(by === "T" ? { not07: 1229 } : {}),
      day: today,
    }),
  ]
}
