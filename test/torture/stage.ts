import { Effect, type Scope } from "effect"
import { type Client, makeClient } from "../../adapters/client/makeClient.ts"
import type { Dice } from "./dice.ts"
import { type Company, openCompanies } from "./load/companies.ts"
import { Ledger, productPrice } from "./load/Ledger.ts"
import { type Line, makeLine, publicUrl } from "./load/Line.ts"
import { Prober } from "./load/Prober.ts"
import { makeReceiver, type Receiver } from "./load/Receiver.ts"
import { settled } from "./load/settling.ts"
import { openDatabase, openSite, type Site, type SiteNeeds } from "./site/Site.ts"

/** How much load there is, and for how long. */
export interface Load {
  readonly companies: number
  readonly clerksPerCompany: number
  readonly seconds: number
  /** A factor for all random pauses; below 1 they are shorter. */
  readonly pace: number
}

/** A company, a client of it, and what is known about its books. */
export interface Books {
  readonly company: Company
  readonly client: Client
  readonly ledger: Ledger
  readonly prober: Prober
  /** The path of its webhook for all events. */
  readonly path: string
}

/** Everything that a trial uses. */
export interface Stage {
  readonly site: Site
  readonly line: Line
  readonly receiver: Receiver
  readonly books: ReadonlyArray<Books>
  readonly dice: Dice
}

/** How long a client waits for an answer; it might wait up to 30 seconds. */
const timeoutMillis = 12_000

/** Sets up the database, the processes, and companies with products and a webhook for all events. */
export const setStage = (
  needs: SiteNeeds,
  load: Load,
  dice: Dice,
): Effect.Effect<Stage, never, Scope.Scope> =>
  Effect.gen(function*() {
    const receiver = yield* makeReceiver
    const { database, guard } = yield* openDatabase(needs)
    const companies = yield* openCompanies(database.url, load.companies)
    const site = yield* openSite(database, guard, needs)
    const line = makeLine(site.services.map(({ origin }) => origin), dice.of("line"))
    const books = yield* Effect.forEach(companies, (company, n) =>
      Effect.gen(function*() {
        const { clave } = company
        const client = makeClient({ baseUrl: `${publicUrl}/api/v1`, clave, timeoutMillis, fetch: line.fetch })
        const ledger = new Ledger()
        const prober = new Prober(company, ledger, line, dice.of(`prober ${n}`))
        const one = { company, client, ledger, prober, path: `/all/${n}` }
        yield* furnish(one, receiver, dice.of(`company ${n}`))
        return one
      }))
    return { site, line, receiver, books, dice }
  })

/** Creates the products before the webhook, so that only later events are delivered. */
const furnish = ({ client, ledger, path }: Books, receiver: Receiver, dice: Dice): Effect.Effect<void> =>
  Effect.gen(function*() {
    for (const nombre of ["Filtro", "Tornillo", "Correa"]) {
      const body = { nombre, precio: productPrice, stock: 1_000_000 }
      const { id } = yield* settled(dice, (options) => client.productos.createProduct(body, options))
      ledger.products.set(id, { stock: 1_000_000 })
    }
    const url = receiver.url(path)
    const { id, secreto } = yield* settled(dice, (options) => client.webhooks.createWebhook({ url }, options))
    ledger.webhooks.add(id)
    receiver.trust(path, secreto)
  }).pipe(Effect.orDie)
