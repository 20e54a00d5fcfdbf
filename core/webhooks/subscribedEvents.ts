import { Schema } from "effect"
import { eventNames } from "../events/catalogue.ts"
import { besideItsParts } from "../fields/fieldSchemas.ts"

/** The entry that stands for all events, including those of later versions. */
export const everyEvent = "*"

/** The event of the test action: sent to one webhook, never subscribed (contract, section 6.1). */
export const testEvent = "webhook.test"

/** Whether a webhook with these `sucesos` receives the event. */
export const subscribes = (sucesos: ReadonlyArray<string>, event: string): boolean =>
  sucesos.includes(event) || sucesos.includes(everyEvent)

const known: ReadonlySet<string> = new Set(eventNames)

/** What is wrong with a `sucesos` list, in Spanish: its length, and each entry that is not allowed. */
const sucesosProblems = (sucesos: ReadonlyArray<unknown>): ReadonlyArray<Schema.FilterIssue> => {
  if (sucesos.length === 0) return [{ path: [], message: "debe tener al menos un suceso, o * para todos" }]
  const tooLong = sucesos.length > eventNames.length
    ? [{ path: [], message: `no puede tener más de ${eventNames.length} elementos` }]
    : []
  const seen = new Set<string>()
  const ofEntries = sucesos.flatMap((suceso, place) => {
    // The schema has already refused an entry that is no text.
    if (typeof suceso !== "string") return []
    const message = seen.has(suceso) ? "está repetido" : entryProblem(suceso, sucesos.length === 1)
    seen.add(suceso)
    return message === undefined ? [] : [{ path: [place], message }]
  })
  return [...tooLong, ...ofEntries]
}

const entryProblem = (suceso: string, alone: boolean): string | undefined => {
  if (suceso === everyEvent) return alone ? undefined : "* ya incluye todos los sucesos y debe ir solo"
  if (suceso === testEvent) return "webhook.test se envía con la acción de prueba y no admite suscripción"
  return known.has(suceso) ? undefined : "no es un suceso conocido; GET /eventos da la lista"
}

/** `sucesos` of a webhook: event names, none twice, or `*` alone (contract, sections 2.7 and 6.1). */
export const Sucesos = Schema.Array(Schema.String).pipe(
  Schema.filter(sucesosProblems, {
    ...besideItsParts,
    jsonSchema: {
      minItems: 1,
      maxItems: eventNames.length,
      uniqueItems: true,
      items: { type: "string", enum: [...eventNames, everyEvent] },
    },
  }),
)
