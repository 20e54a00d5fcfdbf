/** An objection of AEAT's to a record: its code in errores.properties, its effect, and a short reason in Spanish. */
export interface AeatError {
  readonly codigo: number
  readonly efecto: "rechazo" | "aceptado_con_errores"
  readonly mensaje: string
}

/** A record with an error from 2000 to 2999 is accepted and has to be corrected; any other error refuses it. */
export const aeatError = (codigo: number, mensaje: string): AeatError =>
  ({ codigo, efecto: codigo >= 2000 && codigo < 3000 ? "aceptado_con_errores" : "rechazo", mensaje })

/** The error, if the rule is broken. */
export const when = (broken: boolean, codigo: number, mensaje: string): ReadonlyArray<AeatError> =>
  broken ? [aeatError(codigo, mensaje)] : []
