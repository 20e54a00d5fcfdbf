import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { addDays } from "../../core/calendar/civilDate.ts"
import {
  civilDateAt,
  civilDateOfDateTime,
  type CivilZone,
  offsetMinutes,
  offsetTimestamp,
  startOfDay,
} from "../../core/calendar/civilZone.ts"
import { type Instant, instant } from "../../core/calendar/instant.ts"
import { zoneOfRegion } from "../../core/tax/regions.ts"
import { day } from "../support/samples.ts"

const madrid = "Europe/Madrid"
const canary = "Atlantic/Canary"
const at = (text: string): Instant => instant(Date.parse(text))

describe("civil zones", () => {
  it("only the Canary Islands have a different time", () => {
    assert.strictEqual(zoneOfRegion("canarias"), canary)
    for (const region of ["peninsula", "ceuta", "melilla"] as const) {
      assert.strictEqual(zoneOfRegion(region), madrid)
    }
  })

  it("change to summer and winter time at 01:00 UTC in both zones", () => {
    const changes: ReadonlyArray<readonly [CivilZone, string, string]> = [
      [madrid, "2026-03-29T00:59:59.999Z", "2026-03-29T01:59:59+01:00"],
      [madrid, "2026-03-29T01:00:00.000Z", "2026-03-29T03:00:00+02:00"],
      [madrid, "2026-10-25T00:59:59.999Z", "2026-10-25T02:59:59+02:00"],
      [madrid, "2026-10-25T01:00:00.000Z", "2026-10-25T02:00:00+01:00"],
      [canary, "2026-03-29T00:59:59.999Z", "2026-03-29T00:59:59+00:00"],
      [canary, "2026-03-29T01:00:00.000Z", "2026-03-29T02:00:00+01:00"],
      [canary, "2026-10-25T00:59:59.999Z", "2026-10-25T01:59:59+01:00"],
      [canary, "2026-10-25T01:00:00.000Z", "2026-10-25T01:00:00+00:00"],
    ]
    for (const [zone, utc, civil] of changes) assert.strictEqual(offsetTimestamp(zone, at(utc)), civil)
  })

  it("begin each day at its midnight, also on days when the clocks change", () => {
    const starts: ReadonlyArray<readonly [CivilZone, string, string]> = [
      [madrid, "2026-01-31", "2026-01-30T23:00:00Z"],
      [madrid, "2026-03-29", "2026-03-28T23:00:00Z"],
      [madrid, "2026-03-30", "2026-03-29T22:00:00Z"],
      [madrid, "2026-10-25", "2026-10-24T22:00:00Z"],
      [madrid, "2026-10-26", "2026-10-25T23:00:00Z"],
      [canary, "2026-03-29", "2026-03-29T00:00:00Z"],
      [canary, "2026-03-30", "2026-03-29T23:00:00Z"],
      [canary, "2026-10-25", "2026-10-24T23:00:00Z"],
      [canary, "2026-10-26", "2026-10-26T00:00:00Z"],
    ]
    for (const [zone, date, utc] of starts) assert.strictEqual(startOfDay(zone, day(date)), at(utc), `${zone} ${date}`)
    const days = fc.integer({ min: 0, max: 366 * 80 }).map((n) => addDays(day("1980-01-01"), n))
    fc.assert(fc.property(days, fc.constantFrom<CivilZone>(madrid, canary), (date, zone) => {
      const start = startOfDay(zone, date)
      assert.strictEqual(civilDateAt(zone, start), date)
      assert.strictEqual(civilDateAt(zone, instant(start - 1)), addDays(date, -1))
    }))
  })

  it("end the year an hour apart", () => {
    assert.strictEqual(civilDateAt(madrid, at("2026-12-31T22:59:59.999Z")), "2026-12-31")
    assert.strictEqual(civilDateAt(madrid, at("2026-12-31T23:00:00.000Z")), "2027-01-01")
    assert.strictEqual(civilDateAt(canary, at("2026-12-31T23:59:59.999Z")), "2026-12-31")
    assert.strictEqual(civilDateAt(canary, at("2027-01-01T00:00:00.000Z")), "2027-01-01")
  })

  it("a timestamp reads back as its instant, without the fraction of a second", () => {
    const years = fc.integer({ min: Date.parse("1970-01-01"), max: Date.parse("2100-01-01") })
    fc.assert(fc.property(fc.constantFrom<CivilZone>(madrid, canary), years, (zone, millis) => {
      const text = offsetTimestamp(zone, instant(millis))
      assert.match(text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:00$/)
      assert.strictEqual(Date.parse(text), Math.floor(millis / 1000) * 1000)
      assert.isTrue(text.startsWith(civilDateAt(zone, instant(millis))))
    }))
  })

  it("were behind UTC once", () => {
    assert.strictEqual(offsetTimestamp("Atlantic/Canary", at("1940-01-01T12:00:00Z")), "1940-01-01T11:00:00-01:00")
  })

  it("know the offsets of the past, whatever was asked before", () => {
    // More days than the cache holds, so that it is emptied in between.
    for (let day = 0; day < 10_000; day++) offsetMinutes(canary, instant(day * 86_400_000))
    assert.strictEqual(offsetMinutes(canary, at("1946-09-01T00:00:00Z")), -60)
    assert.strictEqual(offsetMinutes(canary, at("1946-11-01T00:00:00Z")), 0)
    assert.strictEqual(offsetMinutes(madrid, at("1940-03-01T00:00:00Z")), 0)
    assert.strictEqual(offsetMinutes(madrid, at("1940-04-01T00:00:00Z")), 60)
    assert.strictEqual(offsetMinutes(canary, at("2026-07-01T00:00:00Z")), 60)
  })
})

describe("the civil day of a date-time", () => {
  it("is that of the zone", () => {
    assert.strictEqual(civilDateOfDateTime("2026-03-01T23:30:00Z", madrid), "2026-03-02")
    assert.strictEqual(civilDateOfDateTime("2026-03-01T23:30:00Z", canary), "2026-03-01")
    assert.strictEqual(civilDateOfDateTime("2026-12-31T23:00:00.000Z", madrid), "2027-01-01")
    assert.strictEqual(civilDateOfDateTime("2026-07-01T00:30:00+02:00", canary), "2026-06-30")
    assert.strictEqual(civilDateOfDateTime("2026-06-30T20:00:00-03:30", madrid), "2026-07-01")
  })

  it("is the day as written when there is no offset", () => {
    assert.strictEqual(civilDateOfDateTime("2026-03-01T23:30:00", madrid), "2026-03-01")
    assert.strictEqual(civilDateOfDateTime("2026-03-01T00:00", canary), "2026-03-01")
  })

  it("is read with fractions, lower-case t and z, and without seconds", () => {
    assert.strictEqual(civilDateOfDateTime("2026-03-01T22:59:59.999999999Z", madrid), "2026-03-01")
    assert.strictEqual(civilDateOfDateTime("2026-03-01t23:00z", madrid), "2026-03-02")
  })

  it("is refused when malformed or impossible", () => {
    const wrong = ["", "2026-03-01", "2026-02-29T10:00:00Z", "2026-13-01T10:00:00Z", "2026-03-01T24:00:00Z",
      "2026-03-01T10:60:00Z", "2026-03-01T10:00:60Z", "2026-03-01 10:00:00Z", "2026-03-01T10:00:00+0100",
      "2026-03-01T10:00:00+24:00", "2026-03-01T10:00:00.Z", "2026-03-01T10Z", "2026-03-01T10:00:00ZZ",
      "2026-03-01T10:00:00Z\n", "x2026-03-01T10:00:00Z", "0000-01-01T10:00:00", "٢٠٢٦-03-01T10:00:00Z"]
    for (const text of wrong) assert.isUndefined(civilDateOfDateTime(text, madrid), text)
  })

  it("is refused outside the range of the calendar", () => {
    assert.isUndefined(civilDateOfDateTime("9999-12-31T23:30:00Z", madrid))
    assert.strictEqual(civilDateOfDateTime("9999-12-31T22:30:00Z", madrid), "9999-12-31")
    assert.isUndefined(civilDateOfDateTime("0001-01-01T00:00:00Z", madrid))
    assert.isUndefined(civilDateOfDateTime("9999-12-31T23:00:00Z", madrid))
    const westward = -offsetMinutes(madrid, at("0001-01-01T12:00:00Z"))
    assert.strictEqual(civilDateOfDateTime(`0001-01-01T00:${westward}:00Z`, madrid), "0001-01-01")
    assert.isUndefined(civilDateOfDateTime(`0001-01-01T00:${westward - 1}:00Z`, madrid))
  })

  it("is the same as the day of the instant", () => {
    const years = fc.integer({ min: Date.parse("1970-01-01"), max: Date.parse("2100-01-01") })
    fc.assert(fc.property(fc.constantFrom<CivilZone>(madrid, canary), years, (zone, millis) => {
      const day = civilDateAt(zone, instant(millis))
      assert.strictEqual(civilDateOfDateTime(new Date(millis).toISOString(), zone), day)
      assert.strictEqual(civilDateOfDateTime(offsetTimestamp(zone, instant(millis)), zone), day)
    }))
  })
})
