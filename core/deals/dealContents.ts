import type { Contact } from "../contacts/Contact.ts"
import { noSuchContact } from "../contacts/namedContact.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import { zeroCents } from "../money/cents.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import type { Deal, DealInput } from "./Deal.ts"

/** What is said of a deal. */
export type DealContents = Pick<Deal, "titulo" | "contacto_id" | "importe" | "etapa" | "estado" | "motivo">

/** The stage of a deal that names none. */
const firstStage = "nueva"

/** What the input says of a deal, what is omitted by default. */
export const dealContents = ({ contacto_id, estado, etapa, importe, motivo, titulo }: DealInput): DealContents => ({
  titulo,
  contacto_id: orNull(contacto_id),
  importe: importe ?? zeroCents,
  etapa: etapa ?? firstStage,
  estado: estado ?? "open",
  motivo: orNull(motivo),
})

/** Adds to `issues` when a contact is named that does not exist. */
export const checkContact = (
  named: string | null | undefined,
  found: Contact | undefined,
  issues: Array<FieldIssue>,
): void => {
  if (orNull(named) !== null && found === undefined) issues.push(noSuchContact("contacto_id"))
}
