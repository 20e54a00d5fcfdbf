import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { removeCertificate } from "../../../core/certificates/certificateCommands.ts"
import { credentialsOf } from "../../../core/certificates/credentials.ts"
import { GroupCommit } from "../../../core/commit/GroupCommit.ts"
import type { OrganizationId } from "../../../core/identifiers/organizationId.ts"
import { updateOrganization } from "../../../core/organizations/organizationCommands.ts"
import { Storage } from "../../../core/ports/Storage.ts"
import { TaxAuthority } from "../../../core/ports/TaxAuthority.ts"
import { noteDeparture } from "../../../core/submission/noteDeparture.ts"
import { noteFailure } from "../../../core/submission/noteFailure.ts"
import { noteVerdicts } from "../../../core/submission/noteVerdicts.ts"
import { noteAhead } from "../../../core/submission/noteVigilance.ts"
import { verdictOf } from "../../../core/submission/verdictOf.ts"
import { healthy } from "../../webhooks/simulation/faults.ts"
import { day, hour, minute, second } from "../../webhooks/simulation/spans.ts"
import { idOf, nif, open } from "./scene.ts"
import type { World } from "./World.ts"

describe("a company that was without a certificate for a long time", () => {
  it("has its records sent, a full message at once and the rest after the wait, all marked as late", () => {
    const { authority, certify, issue, sizes, told, world } = open(1, false)
    issue(1_100)
    world.pass(2 * day)
    assert.deepInclude(told(), { pendientes: 1_100, proximo_envio: null, certificado: null, ultimo_envio: null })
    assert.match(told().problema ?? "", /certificado/)
    const begun = world.time.now
    certify()
    world.pass(second)
    assert.deepStrictEqual(sizes(), [1_000])
    assert.deepInclude(told(), { pendientes: 100, proximo_envio: new Date(begun + minute).toISOString(), problema: null })
    world.pass(minute)
    assert.deepStrictEqual(sizes(), [1_000, 100])
    assert.isTrue(authority.arrivals.every(({ incidencia }) => incidencia))
    issue()
    world.pass(5 * minute)
    assert.isFalse(authority.arrivals.at(-1)?.incidencia)
    assert.deepInclude(told(), { pendientes: 0, desde: null })
  })
})

describe("a record for which AEAT refuses whole messages", () => {
  it("is found by halving, is refused alone, and delays no other", () => {
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

  it("is searched for without waits while a full message waits", () => {
    const { authority, issue, sizes, world } = open()
    authority.poison.add(`${nif} S-1`)
    issue(1_600)
    world.pass(second)
    assert.deepStrictEqual(sizes(), [1_000, 500, 250, 125, 63, 32, 16, 8, 4, 2, 1, 1_000])
  })

  it("is one of a few: if AEAT refuses every one of them, they wait, and are tried every hour", () => {
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

describe("a message over which the adapter throws", () => {
  it("is tried again after the same waits as an unanswered one, and logged", () => {
    const { authority, issue, times, told, world } = open()
    authority.onArrival = () => {
      throw new Error("a slip of the adapter's")
    }
    issue(3)
    world.pass(2 * minute)
    assert.lengthOf(times(), 2)
    assert.deepInclude(told(), { pendientes: 3, problema: "error interno al enviar" })
    authority.onArrival = () => {}
    world.pass(hour)
    assert.deepInclude(told(), { pendientes: 0, problema: null })
  })
})

describe("what goes wrong between us and AEAT", () => {
  it("is told to the operator too, once a minute at most: a comparison that failed, and messages", () => {
    const { authority, company: { organizationId }, issue, world } = open()
    const logged: Array<unknown> = []
    world.time.onLog = (message) => void logged.push(message)
    authority.isAway = true
    issue(3)
    world.pass(2 * minute)
    const reason = "responde «fuera de servicio»"
    assert.deepStrictEqual(logged, [
      ["what the tax authority holds could not be compared", { times: 1, organizationId, reason }],
      ["records could not be sent", { times: 1, organizationId, reason }],
      ["records could not be sent", { times: 1, organizationId, reason }],
    ])
  })
})

describe("a message that AEAT takes too long to answer", () => {
  it("is smaller the fourth time", () => {
    const { authority, issue, sizes, told, world } = open()
    authority.standIn.control({ trouble: [{ kind: "delay", millis: 90_000, times: 3 }] })
    issue(250)
    world.pass(hour)
    assert.deepStrictEqual(sizes(), [250, 250, 250, 100, 150])
    assert.deepInclude(told(), { pendientes: 0 })
  })
})

describe("an answer that cannot be noted at once", () => {
  it("is noted with its CSV when that is possible, and nothing is sent again meanwhile", () => {
    const { authority, get, issue, told, world } = open()
    authority.onArrival = () => {
      world.condition = { ...healthy, failing: 2 }
    }
    const [id = ""] = issue()
    world.pass(20 * second)
    world.condition = healthy
    world.pass(20 * second)
    assert.deepInclude(told(), { pendientes: 0, problema: null })
    assert.include(JSON.stringify(get(`/facturas/${id}`)), "Aceptado por la AEAT (CSV")
    world.pass(hour)
    assert.lengthOf(authority.arrivals, 1)
  })
})

describe("a longer wait requested by AEAT", () => {
  it("is kept to, even if AEAT cannot say whose a duplicate is; what waits for it is not late", () => {
    const { authority, issue, times, told, world } = open()
    authority.standIn.control({ wait: 900, trouble: [{ kind: "lose", registered: true }] })
    issue(1)
    world.pass(30 * second)
    authority.standIn.control({ trouble: [{ kind: "lose", registered: false, of: "query" }] })
    world.pass(15 * minute)
    assert.lengthOf(times(), 2)
    world.pass(2 * minute)
    assert.deepInclude(told(), { pendientes: 0 })
    issue(1)
    world.pass(20 * minute)
    assert.isFalse(authority.arrivals.at(-1)?.incidencia)
    assert.isFalse(authority.arrivals.some(({ hasty }) => hasty))
  })
})

describe("a lost answer to many records", () => {
  it("is recovered by reading the month instead of querying each", () => {
    const { authority, get, issue, told, world } = open()
    authority.standIn.control({ trouble: [{ kind: "lose", registered: true }] })
    const ids = issue(600)
    world.pass(10 * minute)
    assert.deepInclude(told(), { pendientes: 0, problema: null })
    assert.include(JSON.stringify(get(`/facturas/${ids[0] ?? ""}`)), "Aceptado por la AEAT.")
    assert.isAtMost(authority.questions, 2)
  })

  it("is recovered without a query for each record that AEAT refused: the month shows that it holds none of them", () => {
    const { authority, entries, issue, told, world } = open()
    authority.standIn.control({ trouble: [{ kind: "lose", registered: true }], reject: [{ number: ".", code: 1110 }] })
    issue(20)
    world.pass(10 * minute)
    assert.deepInclude(told(), { pendientes: 0, problema: null })
    assert.lengthOf(entries("record_rejected"), 20)
    assert.isAtMost(authority.questions, 2)
  })

  it("is recovered from what AEAT says of the duplicates if the certificate may send but not query", () => {
    const { authority, entries, get, issue, told, world } = open()
    const refusal = { kind: "fault", side: "client", code: 4140, message: "sin apoderamiento", of: "query", times: 1_000 } as const
    authority.standIn.control({ trouble: [{ kind: "lose", registered: true }, refusal] })
    const [first = ""] = issue(1)
    world.pass(hour)
    assert.deepInclude(told(), { pendientes: 0, problema: null })
    assert.include(JSON.stringify(get(`/facturas/${first}`)), "Aceptado por la AEAT.")
    issue(1)
    world.pass(day)
    assert.deepInclude(told(), { pendientes: 0, problema: null })
    assert.lengthOf(authority.arrivals, 3)
    assert.lengthOf(entries("submission_stopped"), 1, "of the lost answer")
    assert.isFalse(authority.arrivals.at(-1)?.incidencia)
  })

  it("is recovered from what AEAT says of the duplicates if its queries do not show them", () => {
    const { authority, entries, get, issue, told, world } = open()
    authority.isBlind = true
    authority.standIn.control({ trouble: [{ kind: "lose", registered: true }] })
    const [id = ""] = issue(1)
    world.pass(10 * minute)
    assert.deepInclude(told(), { pendientes: 0, problema: null })
    assert.include(JSON.stringify(get(`/facturas/${id}`)), "Aceptado por la AEAT.")
    assert.deepStrictEqual(entries("record_rejected"), [])
  })

  it("leaves records that AEAT accepts now with their CSV, although it cannot say what it holds", () => {
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

  it("to an invoice and its annulment leaves both accepted, although AEAT shows only the annulment", () => {
    const { authority: { standIn }, company: { live: key }, entries, get, issue, world } = open()
    issue()
    world.pass(second)
    const [id = ""] = issue()
    assert.strictEqual(world.request("POST", `/facturas/${id}/anular`, { key, body: { motivo: "x" } }).status, 200)
    standIn.control({ trouble: [{ kind: "lose", registered: true }] })
    world.pass(10 * minute)
    assert.deepStrictEqual(entries("record_rejected"), [])
    assert.lengthOf(JSON.stringify(get(`/facturas/${id}/registro`)).match(/"estado":"accepted"/g) ?? [], 2)
  })

  it("is no failure any more once another worker has recovered it", () => {
    const { company: { organizationId }, entries, issue, told, world } = open()
    const fails = (first: number) =>
      world.run(Effect.flatMap(GroupCommit, ({ run }) => run(noteFailure(organizationId, "no respondió", first))))
    issue(2)
    world.pass(second)
    fails(2)
    assert.isNull(told().problema)
    issue(1)
    fails(3)
    assert.strictEqual(told().problema, "no respondió")
    assert.lengthOf(entries("submission_stopped"), 1)
  })

  it("does not change an invoice whose newest record was answered before", () => {
    const { authority: { standIn }, company: { live: key }, get, issue, told, world } = open()
    standIn.control({ trouble: [{ kind: "lose", registered: true }] })
    const [id = ""] = issue(1)
    world.pass(30 * second)
    standIn.control({ trouble: [{ kind: "lose", registered: false, of: "query" }] })
    assert.strictEqual(world.request("POST", `/facturas/${id}/anular`, { key, body: { motivo: "x" } }).status, 200)
    world.pass(minute)
    assert.strictEqual(told().pendientes, 1, "the one whose answer was lost")
    world.pass(10 * minute)
    assert.deepInclude(told(), { pendientes: 0, problema: null })
    assert.include(JSON.stringify(get(`/facturas/${id}`)), "Aceptado por la AEAT (CSV")
  })

  it("is not mistaken for a refusal if AEAT now refuses what it holds", () => {
    const { authority: { standIn }, entries, get, issue, world } = open()
    standIn.control({ trouble: [{ kind: "lose", registered: true }] })
    const [id = ""] = issue(1)
    world.pass(30 * second)
    standIn.control({ reject: [{ number: ".", code: 1110 }] })
    world.pass(minute)
    assert.include(JSON.stringify(get(`/facturas/${id}`)), "Aceptado por la AEAT.")
    assert.deepStrictEqual(entries("record_rejected"), [])
  })

  it("to an annulment whose invoice is filed under another month is recovered too", () => {
    const { authority: { standIn }, company: { live: key }, get, issue, world } = open()
    // Pasta had that rate until the end of 2024. A rectification names the day of the operation and is filed under its
    // month.
    const lineas = [{ descripcion: "Pasta", precio: 10, tipo_iva: 7.5 }]
    const [original = ""] = issue(1, { lineas, fecha_emision: "2024-12-20" })
    const body = { motivo: "Precio", metodo: "sustitucion", lineas }
    const { id } = idOf(world.request("POST", `/facturas/${original}/rectificar`, { key, body }).json)
    assert.strictEqual(world.request("POST", `/facturas/${id}/emitir`, { key }).status, 201)
    world.pass(2 * minute)
    assert.include(JSON.stringify(get(`/facturas/${id}/registro`)), `"FechaOperacion":"20-12-2024"`)
    standIn.control({ annulsOnce: true, trouble: [{ kind: "lose", registered: true }] })
    assert.strictEqual(world.request("POST", `/facturas/${id}/anular`, { key, body: { motivo: "x" } }).status, 200)
    world.pass(10 * minute)
    assert.include(JSON.stringify(get(`/facturas/${id}`)), "Aceptado por la AEAT.")
  })
})

describe("a company that has changed its name since", () => {
  it("is named as it is now, as far as AEAT accepts the name", () => {
    const { authority, company: { organizationId }, issue, told, world } = open()
    issue()
    const rename = updateOrganization(organizationId, { razon_social: `Ñandú ${"muy ".repeat(40)}largo SL` })
    world.run(Effect.flatMap(GroupCommit, ({ run }) => run(rename)))
    world.pass(minute)
    assert.deepInclude(told(), { pendientes: 0 })
    assert.match(authority.arrivals[0]?.nombre ?? "", /^Ñandú muy .{110}$/)
  })
})

describe("AEAT's words", () => {
  it("are stored without characters that a database cannot hold", () => {
    const { authority: { standIn }, get, issue, told, world } = open()
    const foul = "mal \u0000 \ud800 \uffff"
    standIn.control({
      trouble: [{ kind: "fault", side: "client", code: 4112, message: foul }],
      reject: [{ number: ".", code: 1189, description: foul }],
    })
    const [id = ""] = issue()
    world.pass(second)
    assert.strictEqual(told().problema, "responde 4112 «mal      »")
    world.pass(minute)
    for (const path of [`/facturas/${id}`, `/facturas/${id}/registro`, "/actividad"]) {
      const text = JSON.stringify(get(path))
      assert.include(text, "mal")
      assert.notMatch(text, /\\u0000|\\ud800|\uffff/)
    }
  })
})

describe("a clock that was wrong for a while", () => {
  it("delays nothing once it is right again", () => {
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
  it("that expires in 30 days is announced once, even with nothing to send", () => {
    const { certify, entries, issue, told, world } = open(1, false)
    // At 23:30 UTC, which is another day in the company's zone.
    certify(40 * day + 11 * hour + 30 * minute)
    issue()
    world.pass(9 * day)
    assert.deepStrictEqual(entries("certificate_expires"), [])
    world.pass(2 * day)
    assert.match(entries("certificate_expires")[0] ?? "", /^El certificado de ANA caduca el 31\/12\/2026\./)
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

  it("is tried at once, even if a message fails just then that left with the one before it", () => {
    const { authority, certify, entries, issue, told, world } = open()
    authority.standIn.control({ trouble: [{ kind: "delay", millis: 90_000, times: 5 }] })
    issue()
    while (authority.arrivals.length < 5) world.pass(second)
    certify()
    world.pass(2 * minute)
    assert.deepInclude(told(), { pendientes: 0, problema: null })
    assert.lengthOf(entries("submission_stopped"), 1)
  })

  it("sends nothing any more once it is removed, even if AEAT was being asked something before a message", () => {
    const { authority, certify, company: { organizationId }, issue, told, world } = open()
    authority.thinking = minute
    issue()
    world.pass(second)
    assert.strictEqual(authority.questions, 1)
    world.run(Effect.flatMap(GroupCommit, ({ run }) => run(removeCertificate(organizationId))))
    world.pass(hour)
    assert.lengthOf(authority.arrivals, 0)
    assert.deepInclude(told(), { pendientes: 1, certificado: null })
    certify()
    world.pass(2 * minute)
    assert.deepInclude(told(), { pendientes: 0, problema: null })
  })
})

const recordsOf = (world: World, organizationId: OrganizationId) =>
  world.run(Effect.flatMap(Storage, ({ page }) =>
    page("registryRecord", { organizationId, orden: "antiguo", after: null, limit: 10, conditions: [] }))).rows

describe("a worker that has lost its lease while it asks AEAT something", () => {
  it("does not send what another worker has sent since", () => {
    const { authority, issue, told, world } = open()
    authority.thinking = 5 * minute
    issue()
    world.pass(second)
    assert.strictEqual(authority.questions, 1)
    authority.thinking = 0
    world.condition = { ...healthy, failing: 2 }
    world.pass(40 * second)
    world.condition = healthy
    world.startSender()
    world.pass(2 * minute)
    assert.strictEqual(authority.questions, 2)
    assert.deepInclude(told(), { pendientes: 0, problema: null })
    world.pass(10 * minute)
    assert.lengthOf(authority.arrivals, 1)
  })

  it("leaves the sending to the worker that has taken over", () => {
    const { authority, issue, told, world } = open()
    authority.standIn.control({ trouble: [{ kind: "delay", millis: 50_000, times: 1 }] })
    authority.thinking = 5 * minute
    issue()
    world.pass(second)
    world.condition = { ...healthy, failing: 2 }
    world.pass(40 * second)
    world.condition = healthy
    world.startSender()
    world.pass(10 * minute)
    assert.deepStrictEqual(authority.arrivals.map(({ process }) => process), [2])
    assert.deepInclude(told(), { pendientes: 0, problema: null })
  })

  it("asks once more if another worker has stopped the sending since", () => {
    const { authority, company: { organizationId }, issue, world } = open()
    authority.thinking = minute
    let questions = 0
    authority.onArrival = () => void (questions = authority.questions)
    issue()
    world.pass(second)
    const held = { numserie: "S-9", fecha: "20-11-2026", huella: "AB", estado: "Correcto", instalacion: organizationId } as const
    world.run(Effect.flatMap(GroupCommit, ({ run }) => run(noteAhead(organizationId, [held]))))
    world.pass(hour + 5 * minute)
    assert.strictEqual(questions, 2)
  })

  it("does not send what was answered to another worker since", () => {
    const { authority, company: { organizationId }, issue, told, world } = open()
    authority.thinking = minute
    issue()
    world.pass(second)
    const [record = assert.fail("no record")] = recordsOf(world, organizationId)
    const answer = { estado: "Correcto", codigo: null, descripcion: null, duplicado: null, respuesta: {} } as const
    const verdict = verdictOf(record, answer, "CSV", false, world.time.now)
    const settled = { through: verdict.orden, alone: false }
    world.run(Effect.flatMap(GroupCommit, ({ run }) => run(noteVerdicts(organizationId, [verdict], 60, settled))))
    world.pass(hour)
    assert.lengthOf(authority.arrivals, 0)
    assert.deepInclude(told(), { pendientes: 0, problema: null })
  })

  it("takes a record for its own that another worker has sent since, even if AEAT refuses to say what it has", () => {
    const { authority, company: { organizationId }, entries, issue, told, world } = open()
    const refusal = { kind: "fault", side: "client", code: 4140, message: "sin apoderamiento", of: "query", times: 1_000 } as const
    authority.standIn.control({ trouble: [refusal] })
    authority.thinking = minute
    issue()
    world.pass(second)
    const sending = Effect.gen(function*() {
      const { run } = yield* GroupCommit
      const { submit } = yield* TaxAuthority
      yield* run(noteDeparture(organizationId, 1))
      const credentials = yield* credentialsOf(organizationId)
      yield* submit({ ...credentials, incidencia: false, records: recordsOf(world, organizationId) })
    })
    world.run(sending)
    world.pass(hour)
    assert.deepStrictEqual(entries("record_rejected"), [])
    assert.deepInclude(told(), { pendientes: 0, problema: null })
  })
})
