import { Schema } from "effect"
import { type CivilDate, spanishDate } from "../calendar/civilDate.ts"
import type { Software } from "../registry/software.ts"

/** The producer who signs the declaration, as far as `Software` does not name it already. */
export interface Declarant {
  /** Full postal address; null while it is not known. */
  readonly address: string | null
  /** Town and country in which it is signed, such as "Madrid, España"; null while it is not known. */
  readonly place: string | null
}

/** The producer's declaration about the software ("declaración responsable"), as it is shown. */
export const DeclarationResource = Schema.Struct({
  titulo: Schema.String,
  /** Whether nothing is missing. */
  completa: Schema.Boolean,
  apartados: Schema.Array(Schema.Struct({
    letra: Schema.String,
    descripcion: Schema.String,
    /** Null where it is not known yet. */
    contenido: Schema.NullOr(Schema.String),
  })),
  anexo: Schema.Array(Schema.String),
  /** All of the above as one text, to be read or printed. */
  texto: Schema.String,
}).annotations({ identifier: "DeclaracionResponsable" })
export type DeclarationResource = typeof DeclarationResource.Type

/**
 * The declaration that the law demands of a producer of invoicing software, that it meets the requirements (Orden
 * HAC/1177/2024 art. 15). Dated on the day on which this version was released.
 */
export const declaration = (
  software: Software,
  { address, place }: Declarant,
  released: CivilDate,
): DeclarationResource => {
  const contents = [
    software.name,
    software.id,
    software.version,
    components(software),
    "S: solo funciona como VERI*FACTU.",
    "S: lleva por separado la facturación de varios obligados tributarios, cada uno con su cadena de registros, como si "
    + "fueran sistemas distintos.",
    "No firma expresamente los registros de facturación: al funcionar solo como VERI*FACTU, quedan firmados por su remisión "
    + "autenticada con el certificado del obligado. No genera registros de evento.",
    software.producer,
    software.producerNif,
    address,
    statement(software),
    place === null ? null : `${spanishDate(released)}, ${place}`,
  ]
  const apartados = descriptions.map((descripcion, i) => ({
    letra: String.fromCharCode("a".charCodeAt(0) + i),
    descripcion,
    contenido: contents[i] ?? null,
  }))
  return { titulo, completa: contents.every((content) => content !== null), apartados, anexo, texto: textOf(apartados) }
}

const titulo = "DECLARACIÓN RESPONSABLE DEL SISTEMA INFORMÁTICO DE FACTURACIÓN"

const system = "sistema informático a que se refiere la declaración responsable"

/** What each section says, letters a) to l) of the article. `declaration` has the contents in the same order. */
const descriptions: ReadonlyArray<string> = [
  `Nombre del ${system}`,
  "Código identificador del sistema informático a que se refiere la letra a)",
  `Identificador completo de la versión concreta del ${system}`,
  `Componentes, hardware y software, de que consta el ${system}, junto con una breve descripción de lo que hace dicho `
  + "sistema informático y de sus principales funcionalidades",
  `Indicación de si el ${system} se ha producido de tal manera que, a los efectos de cumplir con el Reglamento, solo pueda `
  + "funcionar exclusivamente como «VERI*FACTU»",
  `Indicación de si el ${system} permite ser usado por varios obligados tributarios o por un mismo usuario para dar soporte `
  + "a la facturación de varios obligados tributarios",
  `Tipos de firma utilizados para firmar los registros de facturación y de evento en el caso de que el ${system} no sea `
  + "utilizado como «VERI*FACTU»",
  `Nombre y apellidos de la persona o razón social de la entidad productora del ${system}`,
  `Número de identificación fiscal (NIF) español de la persona o entidad productora del ${system}`,
  `Dirección postal completa de contacto de la persona o entidad productora del ${system}`,
  "Declaración de cumplimiento",
  "Fecha y lugar en los que la persona o entidad productora del sistema informático suscribe la declaración responsable del "
  + "mismo",
]

const components = ({ name }: Software): string =>
  `${name} es solo software: un servicio que se ejecuta sobre Node.js y guarda sus datos en PostgreSQL, en cualquier equipo que `
  + "admita ambos. Lleva clientes, productos, gastos, facturas, rectificativas y cobros; numera y expide las facturas, genera "
  + "a la vez sus registros de facturación de alta y de anulación, encadenados, imprime el código QR y remite los registros "
  + "a la Agencia Estatal de Administración Tributaria. Se usa por su interfaz HTTP, por la línea de órdenes o integrado en "
  + "otro programa."

const statement = ({ producer, version }: Software): string =>
  `${producer} hace constar que el sistema informático a que se refiere esta declaración responsable, en su versión ${version}, `
  + "cumple con lo dispuesto en el artículo 29.2.j) de la Ley 58/2003, de 17 de diciembre, General Tributaria; en el "
  + "Reglamento que establece los requisitos que deben adoptar los sistemas y programas informáticos o electrónicos que "
  + "soporten los procesos de facturación de empresarios y profesionales, y la estandarización de formatos de los registros "
  + "de facturación, aprobado por el Real Decreto 1007/2023, de 5 de diciembre; en la Orden HAC/1177/2024, de 17 de octubre; "
  + "y en la sede electrónica de la Agencia Estatal de Administración Tributaria para todo aquello que complete las "
  + "especificaciones de dicha orden."

/** How the requirements are met; the article recommends to say so (art. 15.2). */
const anexo: ReadonlyArray<string> = [
  "Integridad e inalterabilidad: cada registro lleva la huella SHA-256 que especifica la AEAT y no se modifica ni se borra; "
  + "corregirlo o anularlo genera otro. La orden «registry verify» comprueba la cadena entera.",
  "Trazabilidad: hay una sola cadena por obligado tributario, con todos sus registros en el orden en que se generan.",
  "Simultaneidad: el registro se genera y se guarda en la misma operación que expide la factura.",
  "Remisión: los registros se remiten en orden y sin intervención de nadie; si no es posible, se sigue facturando y se remiten "
  + "en cuanto lo sea, con la marca de incidencia.",
  "Conservación y accesibilidad: los registros se consultan siempre y se exportan en el formato de la AEAT con la orden "
  + "«registry export».",
]

const textOf = (sections: DeclarationResource["apartados"]): string =>
  [
    titulo,
    ...sections.map(({ contenido, descripcion, letra }) =>
      `${letra}) ${descripcion}:\n${contenido ?? "(pendiente de indicar)"}`),
    `Anexo\n${anexo.map((line) => `- ${line}`).join("\n")}`,
  ].join("\n\n") + "\n"
