import { Effect } from "effect"
import { declaration } from "../../../../core/declaration/declaration.ts"
import { released, talonarioSoftware } from "../../../../core/registry/talonarioSoftware.ts"
import { producerSettings } from "../../../environment/serviceSettings.ts"
import type { Answer, Run } from "../Command.ts"

/** `talonario declaracion` */
export const showDeclaration: Run = () =>
  Effect.map(producerSettings, ({ declarant, ...producer }): Answer => {
    const shown = declaration(talonarioSoftware(producer), declarant, released)
    return { text: shown.texto.trimEnd(), json: shown }
  })
