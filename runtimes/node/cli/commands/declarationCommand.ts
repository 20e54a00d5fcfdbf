import { Effect } from "effect"
import { declaration } from "../../../../core/declaration/declaration.ts"
import { released, talonarioSoftware } from "../../../../core/registry/talonarioSoftware.ts"
import { producerSettings } from "../../../environment/serviceSettings.ts"
import type { Answer, Command } from "../Command.ts"

/** `talonario declaracion` */
export const declarationCommand: Command = {
  name: ["declaracion"],
  usage: "",
  summary: "shows the producer's declaración responsable of this software (Orden HAC/1177/2024 art. 15)",
  options: { valued: [], switches: [] },
  run: () =>
    Effect.map(producerSettings, ({ declarant, ...producer }): Answer => {
      const shown = declaration(talonarioSoftware(producer), declarant, released)
      return { text: shown.texto.trimEnd(), json: shown }
    }),
}
