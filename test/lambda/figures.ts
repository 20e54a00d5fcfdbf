import { Effect, Redacted } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import { migrate } from "../../adapters/postgres/schema/migrate.ts"
import { bundleFunctions } from "../../runtimes/lambda/bundle/bundleFunctions.ts"
import { embeddedPostgres } from "../../runtimes/node/postgres/embeddedPostgres.ts"
import { openCompanyIn } from "./administration.ts"
import { coldStart } from "./coldStart.ts"
import type { Taken } from "./functionProcess.ts"

// Prints the size of the functions, and how long a cold start of the HTTP function takes: each in a new Node process, with
// the bundle, on PostgreSQL without TLS. Medians in milliseconds, with the processor time, which depends less on what else
// the machine is doing.

const starts = 11

const median = (numbers: ReadonlyArray<number>): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN

const row = (name: string, all: ReadonlyArray<Taken>): string => {
  const [wall, processor, megabytes] = [
    median(all.map(({ millis }) => millis)),
    median(all.map(({ processorMillis }) => processorMillis)),
    median(all.map((taken) => taken.megabytes)),
  ]
  const times = `${wall.toFixed(0).padStart(6)} ms${processor.toFixed(0).padStart(8)} ms of the processor`
  return `${name.padEnd(34)}${times}${String(megabytes).padStart(6)} MiB`
}

const connectMillis = async (url: string): Promise<number> => {
  const client = new pg.Client(url)
  const began = performance.now()
  await client.connect()
  const taken = performance.now() - began
  await client.end()
  return taken
}

const figures = (folder: string) =>
  Effect.scoped(Effect.gen(function*() {
    for (const { all, atLoad, name } of yield* Effect.promise(() => bundleFunctions(folder))) {
      const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(2).padStart(8)
      console.log(`${name.padEnd(10)}${mebibytes(atLoad)} MiB at load${mebibytes(all)} MiB in all`)
    }
    const { url } = yield* embeddedPostgres({ folder: join(folder, "postgres"), durable: false })
    yield* Effect.provide(migrate, PostgresPool.layer({ url, connectionsMax: 2 }))
    const company = yield* openCompanyIn(url)
    const address = Redacted.value(url)
    const environment = {
      DATABASE_URL: address,
      TALONARIO_SECRET: "a secret of thirty-two bytes or more",
      TALONARIO_PRODUCER: "Talonario SL",
      TALONARIO_PRODUCER_NIF: "B12345674",
    }
    const cold = yield* Effect.forEach(Array.from({ length: starts }), () => coldStart(folder, environment, company))
    const connects = yield* Effect.promise(async () => {
      const taken: Array<number> = []
      for (let i = 0; i < starts; i++) taken.push(await connectMillis(address))
      return taken
    })
    console.log(row("load of the HTTP function", cold.map(({ load }) => load)))
    console.log(row("first request, with the connection", cold.map(({ first }) => first)))
    console.log(row("second request", cold.map(({ second }) => second)))
    console.log(`${"a connection alone".padEnd(34)}${median(connects).toFixed(0).padStart(6)} ms`)
  }))

const folder = mkdtempSync(join(tmpdir(), "talonario-lambda-"))
try {
  await Effect.runPromise(figures(folder))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
