import { Either } from "effect"
import type { Instant } from "../../../../core/calendar/instant.ts"
import { isSpanishNif } from "../../../../core/identifiers/nif.ts"
import type { RecordAnswer, ShipmentAnswer, ShipmentRefused } from "../../../../core/ports/TaxAuthority.ts"
import { huellaOf } from "../../../../core/registry/huella.ts"
import type { RecordFields } from "../../../../core/registry/RegistryRecord.ts"
import { textIn } from "../../messages/messageFields.ts"
import { invoiceOf, type MessageRecord } from "../../messages/recordKey.ts"
import type { ShipmentContents } from "../../messages/shipmentMessage.ts"
import { acceptedErrors } from "./acceptedErrors.ts"
import { errorText, faultOf } from "./errorTexts.ts"
import { formErrors, type RecordContext } from "./formErrors.ts"
import { heldOf, type HeldInvoice, type Ledger, stored } from "./Ledger.ts"
import { matrixError } from "./matrixError.ts"

/** An objection to a record. With a code from 2000 to 2999 it is stored all the same, with any other it is refused. */
export interface Objection {
  readonly codigo: number
  readonly descripcion?: string
}

/** What registering goes by beside the stand-in's own rules. */
export interface Rules {
  /** TiempoEsperaEnvio, in seconds. */
  readonly espera: number
  /** See matrixError.ts. */
  readonly annulsOnce: boolean
  /** Further objections to a record, which come before its own. */
  readonly objections: (record: MessageRecord, context: RecordContext) => ReadonlyArray<Objection>
}

/** The answer to a message, and the ledger after it. */
export interface Registered {
  readonly answer: ShipmentAnswer
  readonly ledger: Ledger
}

/** Registers a message, record by record (AEAT, validations 1.2.2). With a wrong header it is refused as a whole. */
export const register = (
  before: Ledger,
  { incidencia, obligado, records }: ShipmentContents,
  at: Instant,
  rules: Rules,
): Either.Either<Registered, ShipmentRefused> => {
  const refusal = headerError(obligado, records.length)
  if (refusal !== undefined) return Either.left(refusal)
  const peticion = String(before.messages + 1).padStart(12, "0")
  const context: RecordContext = { nif: obligado.nif, at, incidencia }
  let ledger: Ledger = { ...before, messages: before.messages + 1 }
  const answers: Array<RecordAnswer> = []
  for (const record of records) {
    const held = heldOf(ledger, record)
    const objection = objectionTo(record, held, ledger, context, rules)
    const isStored = objection === undefined || isAccepted(objection)
    answers.push(recordAnswer(record, objection, isStored ? undefined : held))
    if (isStored) ledger = stored(ledger, { record, codigo: objection?.codigo ?? null, peticion, at })
  }
  const csv = answers.some(({ estado }) => estado !== "Incorrecto") ? `A-${huellaOf(peticion).slice(0, 14)}` : null
  return Either.right({ answer: { csv, espera: rules.espera, records: answers }, ledger })
}

const headerError = ({ nif, nombre }: ShipmentContents["obligado"], records: number): ShipmentRefused | undefined => {
  if (nombre.trim() === "") return faultOf(4102, "NombreRazon")
  if (!isSpanishNif(nif)) return faultOf(4116)
  if (records === 0) return faultOf(4102, "RegistroFactura")
  return records > 1_000 ? faultOf(4114) : undefined
}

const stateFor = (objection: Objection | undefined): RecordAnswer["estado"] => {
  if (objection === undefined) return "Correcto"
  return isAccepted(objection) ? "AceptadoConErrores" : "Incorrecto"
}

const isAccepted = ({ codigo }: Objection): boolean => codigo >= 2_000 && codigo < 3_000

/**
 * The objection that a record is answered, as there is only one code for each: the first that refuses it, otherwise the first.
 */
const objectionTo = (
  record: MessageRecord,
  held: HeldInvoice | undefined,
  ledger: Ledger,
  context: RecordContext,
  { annulsOnce, objections }: Rules,
): Objection | undefined => {
  const misfit = matrixError(record, held, annulsOnce)
  const all: ReadonlyArray<Objection> = [
    ...objections(record, context),
    ...formErrors(record, context).map((codigo) => ({ codigo })),
    ...(misfit === undefined ? [] : [{ codigo: misfit }]),
    ...acceptedErrors(record, ledger, context).map((codigo) => ({ codigo })),
  ]
  return all.find((one) => !isAccepted(one)) ?? all[0]
}

const recordAnswer = (
  record: MessageRecord,
  objection: Objection | undefined,
  held: HeldInvoice | undefined,
): RecordAnswer => {
  const codigo = objection?.codigo ?? null
  const descripcion = codigo === null ? null : objection?.descripcion ?? errorText(codigo)
  const estado = stateFor(objection)
  const duplicate = codigo === 3000 ? held : undefined
  const duplicado = duplicate === undefined ? null : {
    estado: duplicateStates[duplicate.estado],
    codigo: duplicate.codigo,
    descripcion: duplicate.codigo === null ? null : errorText(duplicate.codigo),
  }
  const respuesta = {
    ...lineOf(record),
    EstadoRegistro: estado,
    ...errorFields(codigo, descripcion),
    ...(duplicate === undefined || duplicado === null ? {} : {
      RegistroDuplicado: {
        IdPeticionRegistroDuplicado: duplicate.peticion,
        EstadoRegistroDuplicado: duplicado.estado,
        ...errorFields(duplicado.codigo, duplicado.descripcion),
      },
    }),
  }
  return { estado, codigo, descripcion, duplicado, respuesta }
}

const duplicateStates = { Correcto: "Correcta", AceptadoConErrores: "AceptadaConErrores", Anulado: "Anulada" } as const

const errorFields = (codigo: number | null, descripcion: string | null): RecordFields => ({
  ...(codigo === null ? {} : { CodigoErrorRegistro: String(codigo) }),
  ...(descripcion === null ? {} : { DescripcionErrorRegistro: descripcion }),
})

/** The part of a line that repeats what the record said: the invoice and the operation. */
const lineOf = (record: MessageRecord): RecordFields => {
  const { fecha, nif, numserie } = invoiceOf(record)
  const flags = ["Subsanacion", "RechazoPrevio", "SinRegistroPrevio"].flatMap((name) => {
    const text = textIn(record.campos, name)
    return text === undefined ? [] : [[name, text] as const]
  })
  const reference = textIn(record.campos, "RefExterna")
  return {
    IDFactura: { IDEmisorFactura: nif, NumSerieFactura: numserie, FechaExpedicionFactura: fecha },
    Operacion: { TipoOperacion: record.tipo === "alta" ? "Alta" : "Anulacion", ...Object.fromEntries(flags) },
    ...(reference === undefined ? {} : { RefExterna: reference }),
  }
}
