import { eventNames } from "../events/catalogue.ts"
import type { ListAnswer, ListRequest } from "../pagination/listPage.ts"
import type { EventResource } from "./eventResource.ts"
import { explainedEvent } from "./explainedEvents.ts"

/**
 * A page of the events that can be subscribed to. The catalogue only grows at its end, so that an event's place in it stands
 * for its age: `antiguo` reads it forwards, the other orders backwards.
 */
export const listEvents = ({ after, limite, orden }: ListRequest): ListAnswer<EventResource> => {
  const places = eventNames.map((suceso, place) => ({ suceso, place }))
  const walked = orden === "antiguo" ? places : places.toReversed()
  const start = after === null ? 0 : walked.findIndex(({ place }) => place === after) + 1
  const page = walked.slice(start, start + limite)
  const next = start + limite < walked.length ? page.at(-1)?.place ?? null : null
  return { datos: page.map(({ suceso }) => explainedEvent(suceso)), total: walked.length, limite, next }
}
