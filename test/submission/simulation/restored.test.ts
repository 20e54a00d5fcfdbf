import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { GroupCommit } from "../../../core/commit/GroupCommit.ts"
import { sendRegardless } from "../../../core/submission/noteVigilance.ts"
import { chainOfRecords } from "../../aeat/chainOfRecords.ts"
import { day, hour, minute, second } from "../../webhooks/simulation/spans.ts"
import { idOf, nif, open } from "./scene.ts"

/** A company with three invoices, all accepted. */
const begun = (wait = 0) => {
  const scene = open(7)
  scene.world.pass(wait)
  scene.issue(3)
  scene.world.pass(hour)
  return scene
}

/** Three invoices more after that, and the same again later, from a copy of the beginning. */
const restored = (later = 2 * day, meanwhile = 0, wait = 0, lost: object = {}) => {
  const before = begun(wait)
  before.world.pass(meanwhile)
  before.issue(3, lost)
  before.world.pass(later)
  const after = begun(wait)
  assert.strictEqual(after.company.organizationId, before.company.organizationId)
  after.authority.standIn = before.authority.standIn
  after.authority.arrivals.length = 0
  after.world.isWorking = false
  after.world.pass(before.world.time.now - after.world.time.now)
  after.world.startSender()
  after.world.isWorking = true
  return after
}

/** An invoice whose number the tax authority holds with other contents. */
const different = { lineas: [{ descripcion: "otra cosa", precio: 99 }] }

describe("a database that was restored from an older copy", () => {
  it("is noticed by comparison with AEAT before anything is sent: sending stops, invoicing does not", () => {
    const { authority, entries, issue, told, world } = restored()
    issue(1, different)
    world.pass(minute)
    assert.lengthOf(authority.arrivals, 0)
    assert.lengthOf(entries("registry_ahead"), 1)
    const [entry = ""] = entries("registry_ahead")
    assert.match(entry, /^La AEAT tiene registros de esta instalación que aquí no están \(factura S-4 de .* y 2 más\)\./)
    assert.match(entry, /abra otra/)
    issue(2, different)
    const { questions } = authority
    world.pass(10 * hour)
    assert.lengthOf(authority.arrivals, 0)
    assert.lengthOf(entries("registry_ahead"), 1)
    assert.isAtMost(authority.questions - questions, 12)
    assert.isAbove(authority.questions, questions)
    assert.strictEqual(told().pendientes, 3)
    assert.match(told().problema ?? "", /aquí no están/)
  })

  it("is noticed by comparison with every month since", () => {
    const { authority, entries, issue, world } = restored(30 * day, 25 * day)
    issue(1, different)
    world.pass(minute)
    assert.lengthOf(authority.arrivals, 0)
    assert.match(entries("registry_ahead")[0] ?? "", /S-4 de 15\/12\/2026/)
  })

  it("is noticed by invoices dated in the previous month, as many are in the first half of a month", () => {
    const { authority, entries, issue, world } = restored(hour, 0, 25 * day, { fecha_emision: "2026-11-30" })
    issue(1, different)
    world.pass(minute)
    assert.lengthOf(authority.arrivals, 0)
    assert.match(entries("registry_ahead")[0] ?? "", /S-4 de 30\/11\/2026 y 2 más/)
  })

  it("is noticed by duplicates of the same day if AEAT could not be queried before", () => {
    const { authority, entries, issue, told, world } = restored(hour)
    authority.standIn.control({ trouble: [{ kind: "lose", registered: false, of: "query" }] })
    issue(2, different)
    world.pass(minute)
    assert.lengthOf(authority.arrivals, 1)
    assert.lengthOf(entries("record_rejected"), 2)
    assert.lengthOf(entries("registry_ahead"), 1)
    issue(1, different)
    world.pass(5 * hour)
    assert.lengthOf(authority.arrivals, 1)
    assert.strictEqual(told().pendientes, 1)
  })

  it("keeps sending stopped while AEAT holds more than is compared in passing", () => {
    const { authority, entries, issue, told, world } = restored()
    issue(1, different)
    world.pass(minute)
    const { questions } = authority
    const obligado = { nombre: "Otro programa", nif }
    const chain = chainOfRecords(obligado)
    const records = Array.from({ length: 12 }, (_, i) => chain.alta(`X-${i + 1}`, world.time.now))
    authority.standIn.submit({ obligado, incidencia: true, records }, world.time.now)
    authority.standIn.control({ pageSize: 1 })
    issue(3, different)
    world.pass(10 * hour)
    assert.lengthOf(authority.arrivals, 0)
    assert.isAtMost(authority.questions - questions, 120)
    assert.lengthOf(entries("registry_ahead"), 1)
    assert.match(told().problema ?? "", /aquí no están/)
  })

  it("keeps sending stopped however long nobody decides", () => {
    const { authority, issue, told, world } = restored()
    issue(1, different)
    world.pass(minute)
    world.isWorking = false
    world.pass(500 * day)
    world.startSender()
    world.isWorking = true
    world.pass(2 * hour)
    assert.lengthOf(authority.arrivals, 0)
    assert.strictEqual(told().pendientes, 1)
  })

  it("continues once it contains again everything that AEAT holds", () => {
    const scene = restored()
    const { authority, entries, issue, told, world } = scene
    issue(1, different)
    world.pass(minute)
    authority.standIn = begun().authority.standIn
    world.pass(hour)
    assert.deepInclude(told(), { pendientes: 0, problema: null })
    assert.lengthOf(entries("submission_resumed"), 1)
    const { questions } = authority
    issue(1)
    world.pass(hour)
    assert.strictEqual(authority.questions, questions, "as if nothing had been")
  })

  it("may send what it has if somebody says so; a new organization takes its place", () => {
    const { authority, company: { organizationId }, entries, get, issue, told, world } = restored(hour)
    const [conflicting = ""] = issue(1, different)
    issue(3, different)
    world.pass(minute)
    world.run(Effect.flatMap(GroupCommit, ({ run }) => run(sendRegardless(organizationId))))
    world.pass(minute)
    assert.deepInclude(told(), { pendientes: 0, problema: null })
    assert.lengthOf(entries("record_rejected"), 3)
    assert.lengthOf(entries("registry_ahead"), 1)
    assert.match(JSON.stringify(get(`/facturas/${conflicting}`)), /Rechazado por la AEAT: 3000/)
    const heir = world.openCompany(nif)
    world.setCertificate(heir, world.time.now + 800 * day)
    const body = { ...different, numero: 8 }
    const { id } = idOf(world.request("POST", "/facturas", { key: heir.live, body }).json)
    assert.strictEqual(world.request("POST", `/facturas/${id}/emitir`, { key: heir.live }).status, 201)
    world.pass(minute)
    const inherited = JSON.stringify(world.request("GET", `/facturas/${id}`, { key: heir.live }).json)
    assert.match(inherited, /S-8.*Aceptado por la AEAT \(CSV/)
    assert.isAbove(authority.arrivals.length, 1)
  })

  it("may send what it has even if that is said while AEAT is being asked once more", () => {
    const { authority, company: { organizationId }, entries, issue, told, world } = restored(hour)
    issue(4, different)
    world.pass(minute)
    const { questions } = authority
    authority.thinking = minute
    while (authority.questions === questions) world.pass(second)
    world.run(Effect.flatMap(GroupCommit, ({ run }) => run(sendRegardless(organizationId))))
    authority.thinking = 0
    world.pass(5 * minute)
    assert.deepInclude(told(), { pendientes: 0, problema: null })
    assert.lengthOf(entries("registry_ahead"), 1)
  })

  it("may send what it has even if AEAT refuses to be asked just then", () => {
    const { authority, company: { organizationId }, issue, told, world } = restored(hour)
    issue(4, different)
    world.pass(minute)
    const refusal = { kind: "fault", side: "client", code: 4140, message: "sin apoderamiento", of: "query", times: 1_000 } as const
    authority.standIn.control({ trouble: [refusal] })
    world.pass(5 * hour)
    authority.thinking = minute
    const { questions } = authority
    while (authority.questions === questions) world.pass(second)
    world.run(Effect.flatMap(GroupCommit, ({ run }) => run(sendRegardless(organizationId))))
    world.pass(5 * minute)
    assert.lengthOf(authority.arrivals, 1)
    assert.deepInclude(told(), { pendientes: 0, problema: null })
  })

  it("is noticed while a process keeps running, by the answers that process has seen", () => {
    const { authority, issue, setBack, world } = begun()
    issue()
    world.pass(hour)
    const { questions } = authority
    issue()
    world.pass(hour)
    assert.strictEqual(authority.questions, questions, "it was compared today")
    setBack(3)
    issue()
    world.pass(hour)
    assert.isAbove(authority.questions, questions)
  })
})

describe("AEAT is asked what it has", () => {
  it("once a day, page by page", () => {
    const { authority, issue, told, world } = open()
    for (let hours = 0; hours < 60; hours++) {
      issue()
      world.pass(hour)
    }
    assert.strictEqual(authority.questions, 3)
    authority.standIn.control({ pageSize: 25 })
    world.pass(day)
    issue()
    world.pass(hour)
    assert.strictEqual(authority.questions, 6)
    assert.deepInclude(told(), { pendientes: 0 })
  })

  it("again after an hour if it did not answer, so that a restored database is noticed that day", () => {
    const { authority, issue, world } = open()
    authority.standIn.control({ trouble: [{ kind: "lose", registered: false, of: "query" }] })
    const questions = [59 * minute, minute, hour, day - hour].map((wait) => {
      issue()
      world.pass(wait)
      return authority.questions
    })
    assert.deepStrictEqual(questions, [1, 1, 2, 2])
  })

  it("daily again once a clock that was ahead is right, without a new start", () => {
    const { authority, issue, world } = open()
    world.time.shiftClock(300 * day)
    issue()
    world.pass(hour)
    world.time.shiftClock(-300 * day)
    const { questions } = authority
    for (let days = 0; days < 3; days++) {
      issue()
      world.pass(day)
    }
    assert.isAtLeast(authority.questions - questions, 3)
  })

  it("but what other programs have sent only shows that it is there", () => {
    const { authority: { standIn }, entries, issue, told, world } = open()
    const obligado = { nombre: "Otro programa", nif }
    const chain = chainOfRecords(obligado)
    const records = ["S-2", "X-1"].map((one) => chain.alta(one, world.time.now))
    standIn.submit({ obligado, incidencia: true, records }, world.time.now)
    issue(3)
    world.pass(hour)
    assert.lengthOf(entries("record_rejected"), 1)
    assert.deepStrictEqual(entries("registry_ahead"), [])
    assert.deepInclude(told(), { pendientes: 0, problema: null })
  })
})
