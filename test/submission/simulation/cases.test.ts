import { assert, describe, it } from "@effect/vitest"
import { idOf, nif, open } from "./scene.ts"
import { day, hour, minute, second } from "./World.ts"

describe("a company that was long without a certificate", () => {
  it("has its records sent in full messages at once, the rest after the wait, and all say that they come late", () => {
    const { authority, certify, issue, sizes, told, world } = open(1, false)
    issue(2_300)
    world.pass(2 * day)
    assert.deepInclude(told(), { pendientes: 2_300, proximo_envio: null, certificado: null, ultimo_envio: null })
    assert.match(told().problema ?? "", /certificado/)
    const begun = world.time.now
    certify()
    world.pass(second)
    assert.deepStrictEqual(sizes(), [1_000, 1_000])
    assert.deepInclude(told(), { pendientes: 300, proximo_envio: new Date(begun + minute).toISOString(), problema: null })
    world.pass(minute)
    assert.deepStrictEqual(sizes(), [1_000, 1_000, 300])
    assert.isTrue(authority.arrivals.every(({ incidencia }) => incidencia))
    issue()
    world.pass(5 * minute)
    assert.isFalse(authority.arrivals.at(-1)?.incidencia)
    assert.deepInclude(told(), { pendientes: 0, desde: null })
  })
})

describe("a record for which AEAT refuses whole messages", () => {
  it("is found by halving, refused alone, and holds up no other", () => {
    const { authority, get, issue, sizes, times, world } = open()
    authority.poison.add(`${nif} S-23`)
    const ids = issue(40)
    world.pass(2 * hour)
    assert.deepStrictEqual(sizes(), [40, 20, 10, 5, 3, 2, 1, 17])
    for (const [i, at] of times().entries()) if (i > 0) assert.isAtLeast(at - (times()[i - 1] ?? 0), minute)
    const shown = ids.map((id) => JSON.stringify(get(`/facturas/${id}`)))
    assert.deepStrictEqual(shown.flatMap((text, i) => (text.includes("Rechazado por la AEAT: 4102") ? [i + 1] : [])), [23])
    assert.lengthOf(shown.filter((text) => text.includes("Aceptado por la AEAT (CSV")), 39)
  })

  it("is looked for without waiting while a full message waits", () => {
    const { authority, issue, sizes, world } = open()
    authority.poison.add(`${nif} S-1`)
    issue(1_600)
    world.pass(second)
    assert.deepStrictEqual(sizes(), [1_000, 500, 250, 125, 63, 32, 16, 8, 4, 2, 1, 1_000])
  })

  it("is one of a few: when AEAT refuses every one, they wait, and are tried every hour", () => {
    const { authority, entries, issue, told, world } = open()
    issue(30)
    for (let n = 1; n <= 30; n++) authority.poison.add(`${nif} S-${n}`)
    world.pass(day)
    assert.lengthOf(entries("record_rejected"), 5)
    assert.lengthOf(entries("submission_stopped"), 1)
    assert.match(told().problema ?? "", /4102/)
    const before = authority.arrivals.length
    world.pass(hour)
    assert.isAbove(authority.arrivals.length, before)
    authority.poison.clear()
    world.pass(3 * hour)
    assert.deepInclude(told(), { pendientes: 0, problema: null })
    assert.lengthOf(entries("record_rejected"), 5)
  })
})

describe("a message that AEAT takes too long over", () => {
  it("is a smaller one the fourth time", () => {
    const { authority, issue, sizes, told, world } = open()
    authority.standIn.control({ trouble: [{ kind: "delay", millis: 90_000, times: 3 }] })
    issue(250)
    world.pass(hour)
    assert.deepStrictEqual(sizes(), [250, 250, 250, 100, 150])
    assert.deepInclude(told(), { pendientes: 0 })
  })
})

describe("a lost answer to many records", () => {
  it("is made good by reading the month, not by a question for each", () => {
    const { authority, get, issue, told, world } = open()
    authority.standIn.control({ trouble: [{ kind: "lose", registered: true }] })
    const ids = issue(600)
    world.pass(10 * minute)
    assert.deepInclude(told(), { pendientes: 0, problema: null })
    assert.include(JSON.stringify(get(`/facturas/${ids[0] ?? ""}`)), "Aceptado por la AEAT.")
    assert.isAtMost(authority.questions, 2)
  })

  it("leaves what AEAT takes now with its CSV, though it cannot say what it has", () => {
    const { authority, get, issue, told, world } = open()
    const { standIn } = authority
    standIn.control({ trouble: [{ kind: "lose", registered: true }] })
    const [first = ""] = issue(1)
    world.pass(30 * second)
    standIn.control({ trouble: [{ kind: "lose", registered: false, of: "query", times: 1 }] })
    const [second_ = ""] = issue(1)
    world.pass(minute)
    assert.include(JSON.stringify(get(`/facturas/${second_}`)), "Aceptado por la AEAT (CSV")
    assert.notInclude(JSON.stringify(get(`/facturas/${first}`)), "Aceptado")
    world.pass(10 * minute)
    assert.include(JSON.stringify(get(`/facturas/${first}`)), "Aceptado por la AEAT.")
    assert.deepInclude(told(), { pendientes: 0 })
    assert.deepStrictEqual(authority.arrivals.map(({ records }) => records.length), [1, 2, 1])
  })

  it("of an annulment whose invoice is filed under another month is made good too", () => {
    const { authority, company: { live: key }, get, issue, world } = open()
    const { standIn } = authority
    const [original = ""] = issue(1)
    world.pass(minute)
    world.pass(20 * day)
    const body = { motivo: "Devolución", metodo: "sustitucion", lineas: [{ descripcion: "x", precio: 10, tipo_iva: 21 }] }
    const { id } = idOf(world.request("POST", `/facturas/${original}/rectificar`, { key, body }).json)
    world.request("POST", `/facturas/${id}/emitir`, { key })
    world.pass(minute)
    standIn.control({ annulsOnce: true, trouble: [{ kind: "lose", registered: true }] })
    assert.strictEqual(world.request("POST", `/facturas/${id}/anular`, { key, body: { motivo: "x" } }).status, 200)
    world.pass(10 * minute)
    assert.include(JSON.stringify(get(`/facturas/${id}`)), "Aceptado por la AEAT")
  })
})

describe("a clock that was wrong for a while", () => {
  it("holds up nothing once it is right again", () => {
    const { issue, told, world } = open()
    issue()
    world.pass(10 * second)
    world.time.shiftClock(365 * day)
    issue()
    world.pass(2 * minute)
    world.time.shiftClock(-365 * day)
    issue(3)
    world.pass(2 * minute)
    assert.deepInclude(told(), { pendientes: 0, problema: null })
    world.time.shiftClock(-day)
    issue(3)
    world.pass(5 * hour)
    assert.deepInclude(told(), { pendientes: 0, problema: null })
  })
})

describe("a certificate", () => {
  it("that ends in 30 days is announced once, also with nothing to send", () => {
    const { certify, entries, issue, told, world } = open(1, false)
    certify(40 * day)
    issue()
    world.pass(9 * day)
    assert.deepStrictEqual(entries("certificate_expires"), [])
    world.pass(2 * day)
    assert.match(entries("certificate_expires")[0] ?? "", /^El certificado de ANA caduca el 2026-12-30\./)
    issue()
    world.pass(5 * day)
    assert.lengthOf(entries("certificate_expires"), 1)
    assert.deepInclude(told().certificado, { titular: "ANA", tipo: "personal" })
    world.pass(30 * day)
    issue()
    world.pass(hour)
    assert.match(told().problema ?? "", /caducó/)
    assert.strictEqual(told().pendientes, 1)
    certify(20 * day)
    world.pass(second)
    assert.deepInclude(told(), { pendientes: 0, problema: null }, "a new one is tried at once")
    assert.lengthOf(entries("certificate_expires"), 2)
  })
})
