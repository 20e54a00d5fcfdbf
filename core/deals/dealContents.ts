import { orNull } from "../fields/fieldSchemas.ts"
import { zeroCents } from "../money/cents.ts"
import type { Deal, DealInput } from "./Deal.ts"

/** What the input says of a deal. */
export type DealContents = Pick<Deal, "titulo" | "contacto_id" | "importe" | "etapa" | "estado" | "motivo">

/** The stage of a deal for which none is given. */
const firstStage = "nueva"

/** The contents of a deal; what the input omits is null or the default. */
export const dealContents = ({ contacto_id, estado, etapa, importe, motivo, titulo }: DealInput): DealContents => ({
  titulo,
  contacto_id: orNull(contacto_id),
  importe: importe ?? zeroCents,
  etapa: etapa ?? firstStage,
  estado: estado ?? "open",
  motivo: orNull(motivo),
})
