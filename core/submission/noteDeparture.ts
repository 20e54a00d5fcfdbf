import type { Command } from "../commit/Command.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { changeSubmission, noted } from "./changeSubmission.ts"

/** Notes that records up to this one are being sent: from now on AEAT may hold them, even if no answer comes. */
export const noteDeparture = (organizationId: OrganizationId, through: number): Command<void> =>
  changeSubmission(organizationId, (state, { clock }) =>
    noted({ ...state, sentThrough: Math.max(through, state.sentThrough), lastSent: clock }))
