import { Schema } from "effect"
import { isoInstant } from "../calendar/instant.ts"
import { type ActivityEntry, activityKinds } from "./ActivityEntry.ts"

/** An entry of the activity log as it is shown (decisions, section 2, "Activity"). */
export const ActivityResource = Schema.Struct({
  id: Schema.String,
  creado: Schema.String,
  tipo: Schema.String.annotations({ description: "Puede haber otros.", examples: [activityKinds[0]] }),
  mensaje: Schema.String,
  recurso: Schema.String,
  recurso_id: Schema.String,
}).annotations({ identifier: "Actividad" })
export type ActivityResource = typeof ActivityResource.Type

/** The entry as it is shown. */
export const activityResource = ({ creado, id, mensaje, recurso, recurso_id, tipo }: ActivityEntry): ActivityResource =>
  ({ id, creado: isoInstant(creado), tipo, mensaje, recurso, recurso_id })
