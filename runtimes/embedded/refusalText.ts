import type { Refusal } from "../../core/refusals/refusal.ts"

/** Whether it is a refusal of a command or query, by its tag. */
export const isRefusal = (value: object): value is Refusal =>
  "_tag" in value && (value._tag === "InvalidInput" || value._tag === "NotFound" || value._tag === "Conflict")

/** A refusal in a Spanish sentence for people: every failing field with its reason, what is missing, or what forbids it. */
export const refusalText = (refusal: Refusal): string => {
  switch (refusal._tag) {
    case "InvalidInput":
      return `Los datos no son válidos (${refusal.campos.map(({ campo, motivo }) => `${campo}: ${motivo}`).join("; ")}).`
    case "NotFound":
      return `No existe ${refusal.what}.`
    case "Conflict":
      return refusal.mensaje
  }
}
