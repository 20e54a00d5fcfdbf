import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { promisify } from "node:util"

describe("civil zones, as compiled,", () => {
  // The compiled module: stripping the types at each start would take longer than the test itself.
  const compiled = new URL("../../dist/core/calendar/", import.meta.url)

  const hosts = ["UTC", "Pacific/Kiritimati", "America/Los_Angeles"]
  it.each(hosts)("do not depend on the time zone of the host: %s", async (host) => {
    const script = `
      const { civilDateOfDateTime, civilDateAt, offsetTimestamp } = await import(process.argv[1])
      const at = Date.parse("2026-10-24T22:30:00Z")
      console.log(JSON.stringify([
        new Intl.DateTimeFormat().resolvedOptions().timeZone,
        offsetTimestamp("Europe/Madrid", at), offsetTimestamp("Atlantic/Canary", at),
        civilDateAt("Europe/Madrid", at), civilDateAt("Atlantic/Canary", at),
        civilDateOfDateTime("2026-10-25T00:30:00", "Europe/Madrid"),
        civilDateOfDateTime("2026-10-24T22:30:00Z", "Europe/Madrid"),
      ]))`
    const module = new URL("civilZone.js", compiled).href
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--input-type=module", "-e", script, module],
      { env: { ...process.env, TZ: host } },
    )
    assert.deepStrictEqual(JSON.parse(stdout), [
      host,
      "2026-10-25T00:30:00+02:00",
      "2026-10-24T23:30:00+01:00",
      "2026-10-25",
      "2026-10-24",
      "2026-10-25",
      "2026-10-25",
    ])
  })

  /** What the calendar answers every half hour of the weeks in which the clocks of a zone or of a host change, and around a year's end. */
  const changesOnHost = `
    const zone = await import(process.argv[1] + "civilZone.js")
    const date = await import(process.argv[1] + "civilDate.js")
    const lines = []
    const halfHours = ([from, to]) => Array.from({ length: (Date.parse(to) - Date.parse(from)) / 1_800_000 }, (_, i) => Date.parse(from) + i * 1_800_000)
    const spans = [["2026-03-06", "2026-04-07"], ["2026-09-25", "2026-11-03"], ["2026-12-30", "2027-01-03"]]
    for (const at of spans.flatMap(halfHours)) {
      const today = date.civilDateOfUtcMillis(at)
      const written = new Date(at).toISOString().slice(0, 19)
      lines.push(["Europe/Madrid", "Atlantic/Canary"].map((name) => [
        zone.offsetTimestamp(name, at), zone.civilDateAt(name, at), zone.civilDateOfDateTime(written, name),
        zone.civilDateOfDateTime(written + "-05:00", name),
      ]).concat(date.parseCivilDate(today), date.addDays(today, 1), date.addMonths(today, 1)).join())
    }
    console.log(new Intl.DateTimeFormat().resolvedOptions().timeZone)
    console.log(lines.join("\\n"))`

  const onHost = async (host: string): Promise<ReadonlyArray<string>> => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--input-type=module", "-e", changesOnHost, compiled.href],
      { env: { ...process.env, TZ: host }, maxBuffer: 16_000_000 },
    )
    return stdout.trimEnd().split("\n")
  }

  it("give the same times on hosts on both sides of the world", async () => {
    const farHosts = ["Pacific/Auckland", "America/New_York"]
    const [expected = [], ...others] = await Promise.all(["UTC", ...farHosts].map(onHost))
    assert.deepStrictEqual(others.map(([host]) => host), farHosts)
    for (const [, ...lines] of others) assert.deepStrictEqual(lines, expected.slice(1))
    assert.include(expected, "2026-10-25T02:00:00+01:00,2026-10-25,2026-10-25,2026-10-25,"
      + "2026-10-25T01:00:00+00:00,2026-10-25,2026-10-25,2026-10-25,2026-10-25,2026-10-26,2026-11-25")
  }, 60_000)
})
