import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { readQueryAnswer } from "../../adapters/aeat/messages/queryAnswer.ts"
import { readShipmentAnswer } from "../../adapters/aeat/messages/shipmentAnswer.ts"
import { readEnvelope } from "../../adapters/aeat/messages/soap.ts"
import { instant } from "../../core/calendar/instant.ts"
import type { ShipmentAnswer, ShipmentRefused } from "../../core/ports/TaxAuthority.ts"
import { chainOfRecords } from "./chainOfRecords.ts"

const ns = "https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws"

/** An answer as AEAT writes it, with AEAT's own prefixes. */
const inEnvelope = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Header/>`
  + `<env:Body Id="Body">${body}</env:Body></env:Envelope>`

const answerOf = (lines: string, { csv = "<tikR:CSV>A-FEX5ZV6QTZEW6X</tikR:CSV>", wait = "60", state = "Correcto" } = {}): string =>
  inEnvelope(
    `<tikR:RespuestaRegFactuSistemaFacturacion xmlns:tikR="${ns}/RespuestaSuministro.xsd" xmlns:tik="${ns}/SuministroInformacion.xsd">`
      + `${csv}<tikR:DatosPresentacion><tik:NIFPresentador>B12345674</tik:NIFPresentador>`
      + `<tik:TimestampPresentacion>2026-11-20T11:00:00+01:00</tik:TimestampPresentacion></tikR:DatosPresentacion>`
      + `<tikR:Cabecera><tik:ObligadoEmision><tik:NombreRazon>Talleres</tik:NombreRazon><tik:NIF>B12345674</tik:NIF>`
      + `</tik:ObligadoEmision></tikR:Cabecera><tikR:TiempoEsperaEnvio>${wait}</tikR:TiempoEsperaEnvio>`
      + `<tikR:EstadoEnvio>${state}</tikR:EstadoEnvio>${lines}</tikR:RespuestaRegFactuSistemaFacturacion>`,
  )

const line = (
  numserie: string,
  { operation = "<tik:TipoOperacion>Alta</tik:TipoOperacion>", rest = "<tikR:EstadoRegistro>Correcto</tikR:EstadoRegistro>" } = {},
): string =>
  `<tikR:RespuestaLinea><tikR:IDFactura><tik:IDEmisorFactura>B12345674</tik:IDEmisorFactura>`
  + `<tik:NumSerieFactura>${numserie}</tik:NumSerieFactura><tik:FechaExpedicionFactura>20-11-2026</tik:FechaExpedicionFactura>`
  + `</tikR:IDFactura><tikR:Operacion>${operation}</tikR:Operacion>${rest}</tikR:RespuestaLinea>`

const now = instant(Date.parse("2026-11-20T10:00:00Z"))
const chain = chainOfRecords()
const first = chain.alta("F-1", now)
const second = chain.alta("F/2 & 3", now)
const annulled = chain.anulacion("F-1", now)
const mended = chain.alta("F-1", now, { Subsanacion: "S" })

const read = (xml: string, records = [first]): Either.Either<ShipmentAnswer, string | ShipmentRefused> =>
  Either.flatMap(readEnvelope(xml), (content) => readShipmentAnswer(content, records))

const problemOf = (xml: string, records = [first]): string =>
  Either.match(read(xml, records), { onLeft: (problem) => (typeof problem === "string" ? problem : problem.mensaje), onRight: () => "none" })

const statesOf = (xml: string, records: Parameters<typeof read>[1]) =>
  Either.map(read(xml, records), (answer) => answer.records.map(({ codigo }) => codigo))

const annulment = "<tik:TipoOperacion>Anulacion</tik:TipoOperacion>"
const refusedWith = (codigo: number) =>
  `<tikR:EstadoRegistro>Incorrecto</tikR:EstadoRegistro><tikR:CodigoErrorRegistro>${codigo}</tikR:CodigoErrorRegistro>`
  + `<tikR:DescripcionErrorRegistro>Porque sí.</tikR:DescripcionErrorRegistro>`

describe("answers to records", () => {
  it("are read in full", () => {
    const duplicate = `${refusedWith(3000)}<tikR:RegistroDuplicado>`
      + `<tik:IdPeticionRegistroDuplicado>7</tik:IdPeticionRegistroDuplicado>`
      + `<tik:EstadoRegistroDuplicado>AceptadaConErrores</tik:EstadoRegistroDuplicado>`
      + `<tik:CodigoErrorRegistro>2004</tik:CodigoErrorRegistro></tikR:RegistroDuplicado>`
    const answer = Either.getOrThrow(read(
      answerOf(line("F-1") + line("F/2 &amp; 3", { rest: duplicate }), { state: "ParcialmenteCorrecto", wait: "120" }),
      [first, second],
    ))
    assert.strictEqual(answer.csv, "A-FEX5ZV6QTZEW6X")
    assert.strictEqual(answer.espera, 120)
    const [one, other] = answer.records
    assert.deepStrictEqual(one, {
      estado: "Correcto",
      codigo: null,
      descripcion: null,
      duplicado: null,
      respuesta: {
        IDFactura: { IDEmisorFactura: "B12345674", NumSerieFactura: "F-1", FechaExpedicionFactura: "20-11-2026" },
        Operacion: { TipoOperacion: "Alta" },
        EstadoRegistro: "Correcto",
      },
    })
    assert.deepStrictEqual([other?.estado, other?.codigo, other?.descripcion], ["Incorrecto", 3000, "Porque sí."])
    assert.deepStrictEqual(other?.duplicado, { estado: "AceptadaConErrores", codigo: 2004, descripcion: null })
    assert.deepInclude(other?.respuesta, { CodigoErrorRegistro: "3000" })
  })

  it("may come without a CSV and without a time to wait", () => {
    const { csv, espera } = Either.getOrThrow(read(answerOf(line("F-1"), { csv: "", wait: "" })))
    assert.deepStrictEqual([csv, espera], [null, null])
    const waits = [" 0 ", "9999", "10000", "-1"].map((wait) => Either.getOrThrow(read(answerOf(line("F-1"), { wait }))).espera)
    assert.deepStrictEqual(waits, [0, 9_999, null, null])
    assert.isNull(Either.getOrThrow(read(answerOf(line("F-1"), { csv: "<tikR:CSV> </tikR:CSV>" }))).csv)
  })

  it("are matched to the records they name, in whatever order they come", () => {
    const lines = [
      line("F/2 &amp; 3", { rest: refusedWith(1102) }),
      line("F-1", { operation: annulment, rest: refusedWith(1103) }),
      line(" F-1 ", { rest: refusedWith(1101) }),
    ].join("")
    assert.deepStrictEqual(statesOf(answerOf(lines), [first, second, annulled]), Either.right([1101, 1102, 1103]))
  })

  it("tell two records of one invoice apart by their Subsanacion mark, or else by their order", () => {
    const saysSo = "<tik:TipoOperacion>Alta</tik:TipoOperacion><tik:Subsanacion>S</tik:Subsanacion>"
    const [plain, mend] = [line("F-1", { rest: refusedWith(1101) }), line("F-1", { operation: saysSo, rest: refusedWith(1102) })]
    assert.deepStrictEqual(statesOf(answerOf(plain + mend), [first, mended]), Either.right([1101, 1102]))
    assert.deepStrictEqual(statesOf(answerOf(mend + plain), [first, mended]), Either.right([1101, 1102]))
    const silent = [1101, 1102, 1103].map((code) => line("F-1", { rest: refusedWith(code) })).join("")
    assert.deepStrictEqual(statesOf(answerOf(silent), [first, mended, mended]), Either.right([1101, 1102, 1103]))
  })

  it("are rejected when a record is missing or one was never sent", () => {
    assert.strictEqual(problemOf(answerOf("")), "respuesta incompleta: falta un registro")
    assert.strictEqual(problemOf(answerOf(line("F-1")), [first, second]), "respuesta incompleta: falta un registro")
    assert.strictEqual(problemOf(answerOf(line("F-1")), [first, mended]), "respuesta incompleta: falta un registro")
    assert.strictEqual(problemOf(answerOf(line("F-1", { operation: annulment }))), "respuesta incompleta: falta un registro")
    const ofAnotherDay = line("F-1").replace("20-11-2026", "20-11-2025")
    assert.strictEqual(problemOf(answerOf(ofAnotherDay)), "respuesta incompleta: falta un registro")
    const surplus = "respuesta con registros que no se enviaron"
    assert.strictEqual(problemOf(answerOf(line("F-1") + line("F-9"))), surplus)
    assert.strictEqual(problemOf(answerOf(line("F-1") + line("F-1"))), surplus)
  })

  it("are rejected when they cannot be understood", () => {
    const unreadable = "respuesta ilegible: un registro sin estado o con un código que no lo es"
    assert.strictEqual(problemOf(answerOf(line("F-1", { rest: "" }))), unreadable)
    assert.strictEqual(problemOf(answerOf(line("F-1", { rest: "<tikR:EstadoRegistro>Perfecto</tikR:EstadoRegistro>" }))), unreadable)
    const noNumber = refusedWith(3000).replace(">3000<", ">E-1<")
    assert.strictEqual(problemOf(answerOf(line("F-1", { rest: noNumber }))), unreadable)
    const duplicate = "<tikR:RegistroDuplicado><tik:EstadoRegistroDuplicado>Otra</tik:EstadoRegistroDuplicado></tikR:RegistroDuplicado>"
    assert.strictEqual(problemOf(answerOf(line("F-1", { rest: refusedWith(3000) + duplicate }))), unreadable)
    assert.strictEqual(problemOf(answerOf(line("F-1"), { state: "Bien" })), "respuesta ilegible: sin EstadoEnvio")
    assert.strictEqual(problemOf(inEnvelope("<html/>")), "respuesta inesperada: html")
    // The same name, but not in AEAT's namespace.
    assert.strictEqual(problemOf(inEnvelope("<RespuestaRegFactuSistemaFacturacion/>")),
      "respuesta inesperada: RespuestaRegFactuSistemaFacturacion")
    const long = "x".repeat(200)
    assert.strictEqual(problemOf(inEnvelope(`<${long}/>`)), `respuesta inesperada: ${"x".repeat(100)}`)
    assert.strictEqual(problemOf(inEnvelope(`<Otra xmlns="${ns}/RespuestaSuministro.xsd"/>`)), "respuesta inesperada: Otra")
  })

  it("are not read in other envelopes, nor two in one", () => {
    const whole = answerOf(line("F-1"))
    assert.include(problemOf(whole.replace("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope")), "SOAP")
    assert.strictEqual(problemOf(whole.replace("</env:Body>", "<surplus/></env:Body>")), "a SOAP body without one element")
  })

  it("are rejected when cut off, wherever the cut falls", () => {
    const whole = answerOf(line("F-1"))
    for (let end = 0; end < whole.length; end++) assert.isTrue(Either.isLeft(read(whole.slice(0, end))), String(end))
    assert.isTrue(Either.isRight(read(whole)))
  })
})

describe("faults", () => {
  const faultOf = (code: string, text: string) =>
    Either.match(readEnvelope(inEnvelope(
      `<env:Fault><faultcode>${code}</faultcode><faultstring>${text}</faultstring><detail><callstack>x</callstack></detail></env:Fault>`,
    )), {
      onLeft: (refusal) => (typeof refusal === "string" ? refusal : { ...refusal, _tag: undefined }),
      onRight: () => "none",
    })

  it("have a code, and say whether sending again may help", () => {
    assert.deepInclude(faultOf("env:Client", "Codigo[4102].El XML no cumple el esquema."),
      { side: "client", codigo: 4102, mensaje: "El XML no cumple el esquema." })
    assert.deepInclude(faultOf("env:Server", "Codigo[3501].Error técnico de base de datos."),
      { side: "server", codigo: 3501, mensaje: "Error técnico de base de datos." })
    assert.deepInclude(faultOf("env:Server", " Error\n interno "), { side: "server", codigo: null, mensaje: "Error interno" })
    assert.deepInclude(faultOf("env:Server", "Error: Codigo[3501].Error técnico."), { codigo: 3501, mensaje: "Error técnico." })
    assert.deepInclude(faultOf("", ""), { side: "client", codigo: null, mensaje: "" })
  })

  it("are cut to 500 characters", () => {
    const fault = faultOf("env:Client", `Codigo[4103]. ${"😀".repeat(900)}`)
    assert.deepInclude(fault, { codigo: 4103, mensaje: "😀".repeat(500) })
  })
})

describe("answers to queries", () => {
  const page = (records: string, rest = "<c:IndicadorPaginacion>N</c:IndicadorPaginacion>") => inEnvelope(
    `<c:RespuestaConsultaFactuSistemaFacturacion xmlns:c="${ns}/RespuestaConsultaLR.xsd" xmlns:s="${ns}/SuministroInformacion.xsd">`
      + `${rest}<c:ResultadoConsulta>ConDatos</c:ResultadoConsulta>${records}</c:RespuestaConsultaFactuSistemaFacturacion>`,
  )
  const held = (data: string, state = "Anulado") =>
    `<c:RegistroRespuestaConsultaFactuSistemaFacturacion><c:IDFactura><s:NumSerieFactura>F-1</s:NumSerieFactura>`
    + `<s:FechaExpedicionFactura>20-11-2026</s:FechaExpedicionFactura></c:IDFactura><c:DatosRegistroFacturacion>${data}`
    + `</c:DatosRegistroFacturacion><c:EstadoRegistro><c:EstadoRegistro>${state}</c:EstadoRegistro></c:EstadoRegistro>`
    + `</c:RegistroRespuestaConsultaFactuSistemaFacturacion>`
  const readPage = (xml: string): Either.Either<unknown, unknown> => Either.flatMap(readEnvelope(xml), readQueryAnswer)

  it("list the invoices AEAT holds, and the installation each came from", () => {
    const software = "<c:SistemaInformatico><s:NumeroInstalacion>019a</s:NumeroInstalacion></c:SistemaInformatico>"
    const record = { numserie: "F-1", fecha: "20-11-2026", estado: "Anulado" }
    assert.deepStrictEqual(readPage(page(held(`${software}<c:Huella>AB</c:Huella>`))),
      Either.right({ records: [{ ...record, huella: "AB", instalacion: "019a" }], next: null }))
    assert.deepStrictEqual(readPage(page(held(""))),
      Either.right({ records: [{ ...record, huella: null, instalacion: null }], next: null }))
    assert.deepStrictEqual(readPage(page("")), Either.right({ records: [], next: null }))
  })

  it("are read whether the state is spelled as in the schema or as in AEAT's own example", () => {
    const record = { numserie: "F-1", fecha: "20-11-2026", huella: null, instalacion: null }
    for (const [written, estado] of [
      ["Correcto", "Correcto"],
      ["Correcta", "Correcto"],
      ["AceptadoConErrores", "AceptadoConErrores"],
      ["AceptadaConErrores", "AceptadoConErrores"],
      ["Anulada", "Anulado"],
    ]) {
      assert.deepStrictEqual(readPage(page(held("", written))), Either.right({ records: [{ ...record, estado }], next: null }))
    }
  })

  it("say where the next page begins", () => {
    const more = "<c:IndicadorPaginacion>S</c:IndicadorPaginacion>"
    const place = "<c:ClavePaginacion><s:NumSerieFactura>F-1</s:NumSerieFactura></c:ClavePaginacion>"
    assert.deepStrictEqual(readPage(page(place, more)), Either.right({ records: [], next: { NumSerieFactura: "F-1" } }))
    assert.deepStrictEqual(readPage(page("", more)), Either.left("respuesta incompleta: falta ClavePaginacion"))
  })

  it("that cannot be understood are none", () => {
    const unreadable = Either.left("respuesta ilegible: un registro sin factura o sin estado")
    assert.deepStrictEqual(readPage(page(held("", "Perfecta"))), unreadable)
    assert.deepStrictEqual(readPage(page(held("").replaceAll("s:FechaExpedicionFactura", "s:Fecha"))), unreadable)
    assert.deepStrictEqual(readPage(page(held("").replaceAll("s:NumSerieFactura", "s:Num"))), unreadable)
    assert.deepStrictEqual(readPage(answerOf(line("F-1"))), Either.left("respuesta inesperada: RespuestaRegFactuSistemaFacturacion"))
    assert.deepStrictEqual(readPage(page("").replaceAll(`${ns}/RespuestaConsultaLR.xsd`, "urn:other")),
      Either.left("respuesta inesperada: RespuestaConsultaFactuSistemaFacturacion"))
  })
})
