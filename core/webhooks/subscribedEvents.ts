import { Schema } from "effect"
import { type EventName, eventNames } from "../events/catalogue.ts"
import { list } from "../fields/fieldSchemas.ts"

/** The entry that stands for all events, also those still to come. */
export const everyEvent = "*"

/** The event of the test action: sent to one subscription, never subscribed (contract, section 6.1). */
export const testEvent = "webhook.test"

/** What a delivery can carry. */
export type DeliveredEvent = EventName | typeof testEvent

/** Whether a subscription with these `sucesos` receives the event. */
export const subscribes = (sucesos: ReadonlyArray<string>, event: EventName): boolean =>
  sucesos.includes(event) || sucesos.includes(everyEvent)

const known: ReadonlySet<string> = new Set(eventNames)

/** Why the entries of a `sucesos` list cannot be, in Spanish: a reason each, or one for an empty list. */
const sucesosProblems = (sucesos: ReadonlyArray<string>): ReadonlyArray<Schema.FilterIssue> => {
  if (sucesos.length === 0) return [{ path: [], message: "debe tener al menos un suceso, o * para todos" }]
  const seen = new Set<string>()
  return sucesos.flatMap((suceso, place) => {
    const message = seen.has(suceso) ? "está repetido" : entryProblem(suceso, sucesos.length === 1)
    seen.add(suceso)
    return message === undefined ? [] : [{ path: [place], message }]
  })
}

const entryProblem = (suceso: string, alone: boolean): string | undefined => {
  if (suceso === everyEvent) return alone ? undefined : "* ya incluye todos los sucesos y debe ir solo"
  if (suceso === testEvent) return "webhook.test se envía con la acción de prueba y no admite suscripción"
  return known.has(suceso) ? undefined : "no es un suceso conocido; GET /eventos da la lista"
}

/** `sucesos` of a subscription: event names, none twice, or `*` alone (contract, sections 2.7 and 6.1). */
export const Sucesos = list(Schema.String, eventNames.length).pipe(
  Schema.filter(sucesosProblems, {
    jsonSchema: {
      minItems: 1,
      uniqueItems: true,
      items: { type: "string", enum: [...eventNames, everyEvent] },
    },
  }),
)
