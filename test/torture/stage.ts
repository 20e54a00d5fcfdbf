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

/** How much goes on, and for how long. */
export interface Load {
  readonly companies: number
  readonly clerksPerCompany: number
  readonly seconds: number
  /** Below 1 everything that takes a random time takes less. */
  readonly pace: number
}

/** A company, the way to it, and what is known of its books. */
export interface Books {
  readonly company: Company
  readonly client: Client
  readonly ledger: Ledger
  readonly prober: Prober
  /** Where its webhook for everything leads. */
  readonly path: string
}

/** Everything that a trial stands on. */
export interface Stage {
  readonly site: Site
  readonly line: Line
  readonly receiver: Receiver
  readonly books: ReadonlyArray<Books>
  readonly dice: Dice
}

/** How long a client waits for an answer, of the 30 seconds that it may. */
const timeoutMillis = 12_000

/** Database, processes, companies with products, and their webhooks for everything. */
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

/** Products before the webhook, so that only what comes later is told of. */
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
