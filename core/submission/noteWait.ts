import { instant } from "../calendar/instant.ts"
import type { Command } from "../commit/Command.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { changeSubmission, noted } from "./changeSubmission.ts"

/** Notes for how many seconds AEAT wants no further message. Any earlier wait is replaced. */
export const noteWait = (organizationId: OrganizationId, espera: number): Command<void> =>
  changeSubmission(organizationId, (state, { clock }) => noted({ ...state, notBefore: instant(clock + espera * 1_000) }))
