import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { eventually } from "../support/eventually.ts"
import { noticeReceiver, type Notice } from "../support/noticeReceiver.ts"
import { migratedDatabase } from "../support/testStorage.ts"
import { startWorker, type WorkerProcess } from "../support/workerProcess.ts"
import { makeWorkshop } from "../support/workshop.ts"

/** Notes at each lease which worker took it, by the name of its connection. */
const notedHolders = `
  ALTER TABLE job ADD COLUMN holder text;
  CREATE FUNCTION note_holder() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.holder := current_setting('application_name'); RETURN NEW; END $$;
  CREATE TRIGGER note_holder BEFORE UPDATE ON job FOR EACH ROW
    WHEN (NEW.lease IS DISTINCT FROM OLD.lease AND NEW.lease IS NOT NULL) EXECUTE FUNCTION note_holder();`

const never = new Promise<number>(() => {})

describe("workers side by side, some of which are killed", () => {
  it.scopedLive("lose nothing, repeat only what was not noted, and never send a notice twice at once", () =>
    Effect.gen(function*() {
      const { happen, openCompany, rows, subscribe, variables } = yield* Effect.flatMap(
        migratedDatabase,
        ({ url }) => makeWorkshop(url),
      )
      yield* rows(notedHolders)
      const workers = new Map<string, WorkerProcess>()
      const names = new Map<string, string>()
      const holderOf = async (path: string): Promise<string> => {
        const id = names.get(path) ?? assert.fail(path)
        const [row] = await Effect.runPromise(rows<{ holder: string }>("SELECT holder FROM job WHERE id = $1", [id]))
        return row?.holder ?? assert.fail("nobody holds it")
      }
      const killed: Array<{ readonly notice: Notice; readonly name: string; readonly at: number }> = []
      const kill = (notice: Notice, name: string): void => {
        killed.push({ notice, name, at: performance.now() })
        workers.get(name)?.kill()
      }

      let seen = 0
      let killing = false
      const receiver = yield* noticeReceiver(async (notice) => {
        seen++
        if (seen < 40 || killed.length === 2 || killing) return 200
        killing = true
        const name = await holderOf(notice.path)
        if (killed.some((one) => one.name === name)) {
          killing = false
          return 200
        }
        kill(notice, name)
        killing = false
        // The first is killed before it is answered, the second while the answer is on its way.
        return killed.length === 1 ? never : 200
      })

      for (const name of ["one", "two", "three"]) {
        const url = new URL(variables["DATABASE_URL"] ?? "")
        url.searchParams.set("application_name", name)
        workers.set(name, yield* startWorker({ ...variables, DATABASE_URL: url.href }))
      }
      const companies = [...(yield* Effect.replicateEffect(openCompany, 6))]
      for (const [n, company] of companies.entries()) {
        for (const path of [`/${n}/a`, `/${n}/b`]) names.set(path, yield* subscribe(company, receiver.url(path)))
      }
      const events = 180
      for (let n = 0; n < events; n++) {
        yield* happen(companies[n % companies.length] ?? assert.fail("no company"))
        yield* Effect.sleep("25 millis")
      }
      // The first may have leased everything; then the others begin when its leases end.
      yield* eventually("two killed", () => killed.length === 2, 40)
      const total = events * 2
      const delivered = rows<{ n: number }>("SELECT count(*) AS n FROM delivery WHERE estado = 'delivered'")
      yield* delivered.pipe(
        Effect.zipLeft(Effect.sleep("50 millis")),
        Effect.repeat({ until: ([row]) => row?.n === total, times: 1000 }),
      )
      const since = performance.now() - Math.max(...killed.map(({ at }) => at))
      assert.isBelow(since, 36_000, "the leases of the dead end after half a minute")
      assert.deepStrictEqual([...workers.values()].filter((one) => one.isAlive()).length, 1)

      assert.deepStrictEqual(yield* rows("SELECT estado, intentos, count(*) AS n FROM delivery GROUP BY 1, 2"), [
        { estado: "delivered", intentos: 1, n: total },
      ])
      const byEnvio = new Map<string, Array<Notice>>()
      for (const notice of receiver.notices) byEnvio.set(notice.envio, [...byEnvio.get(notice.envio) ?? [], notice])
      assert.strictEqual(byEnvio.size, total, "nothing lost")
      assert.deepStrictEqual(receiver.overlaps, [], "none twice at once")
      for (const { envio } of killed.map(({ notice }) => notice)) assert.isAbove(byEnvio.get(envio)?.length ?? 0, 1)
      for (const same of byEnvio.values()) {
        assert.strictEqual(new Set(same.map(({ body, intento }) => `${intento} ${body}`)).size, 1)
      }
      yield* Effect.repeat(Effect.zipLeft(rows("SELECT FROM job"), Effect.sleep("100 millis")), {
        until: (left) => left.length === 0,
      })
    }), 150_000)
})
