import { Effect } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"
import type { OrganizationId } from "../../core/identifiers/organizationId.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { noteVerdicts } from "../../core/submission/noteVerdicts.ts"

/** Notes that the tax authority refused all records so far, for an error that a new record corrects. */
export const refuseRecords = (organizationId: OrganizationId) =>
  Effect.gen(function*() {
    const { page } = yield* Storage
    const { run } = yield* GroupCommit
    const { rows } = yield* page("registryRecord", { organizationId, orden: "antiguo", after: null, limit: 1_000, conditions: [] })
    const verdicts = rows.map(({ factura_id, id, orden }) => ({
      organizationId,
      id,
      factura_id,
      orden,
      estado: "rejected" as const,
      csv: null,
      codigo: 1244,
      descripcion: "El campo FechaHoraHusoGenRegistro tiene un formato incorrecto.",
      respuesta: { EstadoRegistro: "Incorrecto" },
      recibido: instant(0),
    }))
    yield* run(noteVerdicts(organizationId, verdicts, 60, { through: verdicts.length, alone: false }))
  }).pipe(Effect.orDie)
