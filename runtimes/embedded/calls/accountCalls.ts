import { Effect, Schema } from "effect"
import { mapResult } from "../../../core/commit/Command.ts"
import { organizationResource, OrganizationResource } from "../../../core/organizations/Organization.ts"
import { updateOrganization } from "../../../core/organizations/organizationCommands.ts"
import { OrganizationPatch } from "../../../core/organizations/organizationInput.ts"
import { readOrganization } from "../../../core/organizations/readOrganization.ts"
import { setLogo } from "../../../core/organizations/setLogo.ts"
import type { Face, Kinds } from "../faces/Face.ts"
import type { Caller } from "./Caller.ts"
import { bodyInput, fileBytes } from "./Input.ts"
import { toRead, toReadOnly } from "./read.ts"
import { runCommand, toWrite } from "./write.ts"

const patch = bodyInput(OrganizationPatch)
const logo = bodyInput(Schema.Struct({ fichero: Schema.NullOr(fileBytes) }))

/** The company itself (contract, section 2.1). */
export const accountCalls = <K extends Kinds>(
  { read, write }: Face<K>,
  caller: Caller,
) => {
  const { organizationId } = caller
  return {
    /** Reads the company itself. */
    readOrganization: read(toReadOnly(caller, Effect.map(readOrganization(organizationId), organizationResource))),
    /**
     * Changes what is given of the company; null resets a property. What is issued already keeps what it shows. Refuses
     * another NIF once there are registry records (`nif_con_registros`).
     */
    updateOrganization: write(toWrite(caller, {
      name: "updateOrganization",
      input: patch,
      command: (body) => mapResult(updateOrganization(organizationId, body), organizationResource),
      shown: OrganizationResource,
    })),
    /** Sets the company's logo: PNG or JPEG, 256 KiB at most; null takes it away. What is issued already keeps its own. */
    setLogo: read(toRead(caller, logo, ({ fichero }) => runCommand(setLogo(organizationId, fichero)))),
  }
}
