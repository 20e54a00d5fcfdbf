import { instant } from "../calendar/instant.ts"
import type { ListAnswer, ListRequest } from "../pagination/listPage.ts"
import { deliveryEnvelope } from "../webhooks/deliveryOf.ts"
import { type EventName, eventNames } from "./catalogue.ts"
import type { EventResource } from "./eventResource.ts"
import { explainedEvents } from "./examples.ts"

/** 2026-11-20T10:00:00Z. */
const exampleInstant = instant(1_795_168_800_000)
const exampleId = "01930a6bd2077964b71b283940a1b2c3"

const explained = (suceso: EventName): EventResource => {
  const { datos, explicacion } = explainedEvents[suceso]
  return { suceso, explicacion, ejemplo: deliveryEnvelope(exampleId, { suceso, creado: exampleInstant, datos }) }
}

/**
 * A page of the events that can be subscribed. The catalogue only grows at its end, so a place in it is an event's
 * age: `antiguo` reads it forwards, the other orders backwards.
 */
export const listEvents = ({ after, limite, orden }: ListRequest): ListAnswer<EventResource> => {
  const places = eventNames.map((suceso, place) => ({ suceso, place }))
  const walked = orden === "antiguo" ? places : places.toReversed()
  const start = after === null ? 0 : walked.findIndex(({ place }) => place === after) + 1
  const page = walked.slice(start, start + limite)
  const next = start + limite < walked.length ? page.at(-1)?.place ?? null : null
  return { datos: page.map(({ suceso }) => explained(suceso)), total: walked.length, limite, next }
}
