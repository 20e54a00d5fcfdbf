import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify"
import { createHash, createHmac, randomBytes } from "node:crypto"
import type pg from "pg"
import type { OnceKey } from "../workload.ts"
import type { Resource } from "./documents.ts"
import { inputOf } from "./input.ts"
import { comparatorPdf } from "./pdf.ts"
import * as schemas from "./schemas.ts"
import { comparatorService, Refused, type Who } from "./service.ts"
import { makeWindows } from "./windows.ts"

declare module "fastify" {
  interface FastifyRequest {
    who: Who | null
    rawBody: Buffer | null
  }
}

const json = "application/json; charset=utf-8"

interface ById {
  Params: { readonly id: string }
}

interface Listing {
  Querystring: { readonly limite?: string; readonly desde?: string }
}

/**
 * The HTTP service of the comparator on Fastify 5. Ajv checks bodies and queries, fast-json-stringify writes answers, keys are
 * looked up by their fingerprints each time, and writes happen once per Idempotency-Key.
 */
export const comparatorApp = (pool: pg.Pool): FastifyInstance => {
  // As the contract has it: unknown properties are refused, nothing is coerced, and all failures are reported.
  const app = fastify({ ajv: { customOptions: { removeAdditional: false, coerceTypes: false, allErrors: true } } })
  const service = comparatorService(pool)
  const windowOf = makeWindows(1_000_000, 60)
  const sign = makeSign()

  app.decorateRequest("who", null)
  app.decorateRequest("rawBody", null)
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    request.rawBody = body
    try {
      done(null, JSON.parse(body.toString("utf8")))
    } catch {
      done(new Refused(422, "datos_invalidos", "no es JSON bien formado"))
    }
  })
  app.setErrorHandler((error: FastifyError | Refused, _, reply) => {
    const { codigo, detalles, status } = told(error)
    return reply.code(status).send({ error: { codigo, mensaje: error.message, detalles } })
  })

  const admitting = (scope: string) => ({
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const clave = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? "")?.[1]
      const who = clave === undefined ? undefined : await service.authenticate(clave)
      const window = windowOf(who?.accessKeyId ?? request.ip)
      reply.headers({
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "RateLimit-Limit": window.limit,
        "RateLimit-Remaining": window.remaining,
        "RateLimit-Reset": window.resetSeconds,
      })
      if (window.remaining < 0) throw new Refused(429, "demasiadas_peticiones", "Demasiadas peticiones.")
      if (who === undefined) throw new Refused(401, "no_autenticado", "Falta la clave de acceso, o no es válida.")
      if (!who.scopes.includes(scope)) throw new Refused(403, "sin_permiso", `La clave no tiene el permiso ${scope}.`)
      request.who = who
    },
  })
  const reading = admitting("invoices:read")
  const writing = admitting("invoices:write")

  let write: ((resource: Resource) => string) | undefined
  /** The JSON of an invoice is stored with the Idempotency-Key, so it has to be written before it is sent. */
  const writerFor = (reply: FastifyReply) => (write ??= reply.compileSerializationSchema(schemas.invoice))

  const newInvoice = { ...writing, schema: { body: schemas.newInvoice } }
  app.post<{ Body: schemas.NewInvoice }>("/api/v1/facturas", newInvoice, async (request, reply) => {
    const answer = await service.create(whoOf(request), inputOf(request.body), onceOf(request), writerFor(reply))
    return sendCreated(request, reply, idOf(answer), answer)
  })

  app.post<ById>("/api/v1/facturas/:id/emitir", writing, async (request, reply) => {
    const { id } = request.params
    const answer = await service.issue(whoOf(request), id, onceOf(request), writerFor(reply))
    return sendCreated(request, reply, id, answer)
  })

  const invoice = { ...reading, schema: { response: { 200: schemas.invoice } } }
  app.get<ById>("/api/v1/facturas/:id", invoice, (request) => service.read(whoOf(request), request.params.id))

  app.get<ById>("/api/v1/facturas/:id/pdf", reading, async (request, reply) => {
    const found = await service.invoiceOf(whoOf(request), request.params.id)
    const disposition = `inline; filename="${found.serie}-${found.numero}.pdf"`
    return reply.type("application/pdf").header("Content-Disposition", disposition).send(await comparatorPdf(found))
  })

  const page = async (request: FastifyRequest<Listing>) => {
    const who = whoOf(request)
    const { desde, limite: wanted = "50" } = request.query
    const limite = Math.min(200, Number(wanted))
    const { datos, last, total } = await service.list(who, desde === undefined ? null : placeOf(desde, who, sign), limite)
    const next = last === null ? null : `desde=${last}.${sign(who, String(last))}`
    return { datos, total, limite, siguiente: next === null ? null : `http://${request.host}/api/v1/facturas?limite=${limite}&${next}` }
  }
  const list = { ...reading, schema: { querystring: schemas.listQuery, response: { 200: schemas.invoiceList } } }
  // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Fastify waits for what handlers promise
  app.get<Listing>("/api/v1/facturas", list, page)
  return app
}

const sendCreated = (request: FastifyRequest, reply: FastifyReply, id: string, body: string) =>
  reply.code(201).header("Location", `http://${request.host}/api/v1/facturas/${id}`).type(json).send(body)

/** The id in an invoice's JSON, where it comes first. */
const idOf = (body: string): string => body.slice('{"id":"'.length, '{"id":"'.length + 32)

const told = (error: FastifyError | Refused) => {
  if (error instanceof Refused) return { status: error.status, codigo: error.codigo, detalles: null }
  const { validation } = error
  if (validation === undefined) return { status: error.statusCode ?? 500, codigo: "error_interno", detalles: null }
  const campos = validation.map(({ instancePath, message }) => ({ campo: instancePath, motivo: message }))
  return { status: 422, codigo: "datos_invalidos", detalles: { campos } }
}

const whoOf = ({ who }: FastifyRequest): Who => {
  if (who === null) throw new Error("a handler runs after its key was looked up")
  return who
}

/** The request's Idempotency-Key, and the fingerprint of method, path and body. */
const onceOf = ({ headers, method, rawBody, url }: FastifyRequest): OnceKey => {
  const key = headers["idempotency-key"]
  if (typeof key !== "string") throw new Refused(422, "datos_invalidos", "falta Idempotency-Key")
  const hash = createHash("sha256").update(`${method}\n${url}\n`)
  return { key, fingerprint: hash.update(rawBody ?? "").digest("hex") }
}

type Sign = (who: Who, place: string) => string

const makeSign = (): Sign => {
  const secret = randomBytes(32)
  return ({ organizationId }, place) =>
    createHmac("sha256", secret).update(`${organizationId} ${place}`).digest("base64url")
}

const placeOf = (cursor: string, who: Who, sign: Sign): number => {
  const [place = "", signature] = cursor.split(".")
  if (signature !== sign(who, place)) throw new Refused(422, "datos_invalidos", "no es un cursor de esta lista")
  return Number(place)
}
