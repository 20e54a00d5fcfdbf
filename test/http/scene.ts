import { Effect, Schema, TestClock } from "effect"
import { revokeAccessKey } from "../../core/access/accessKeyCommands.ts"
import { keyFingerprint } from "../../core/access/keyText.ts"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"
import { InvoiceResource } from "../../core/invoices/invoiceResource.ts"
import { Storage } from "../../core/ports/Storage.ts"
import type { Answer } from "../../runtimes/memory/exchange.ts"
import { type Harness, type HarnessSettings, makeHarness } from "../../runtimes/memory/harness.ts"
import { validated } from "../support/validatedResponses.ts"

/** When every scene begins. */
export const now = Date.parse("2026-11-20T10:00:00.000Z")

/** A harness with one company and helpers for requests with its keys; the clock shows `now`. */
export const makeScene = (settings: HarnessSettings = {}) =>
  Effect.gen(function*() {
    yield* TestClock.setTime(now)
    const harness = yield* makeHarness(settings)
    const request = validated(harness.request)
    const company = yield* harness.openCompany()
    const { live: key } = company
    return {
      ...harness,
      ...company,
      /** Checks every answer against openapi.json. */
      request,
      ...requestsWith(request, key),
      /** Revokes the live key. */
      revokeLive: harness.provide(Effect.gen(function*() {
        const { id } = yield* yield* (yield* Storage).accessKeyByFingerprint(keyFingerprint(key))
        yield* (yield* GroupCommit).run(revokeAccessKey(company.organizationId, id))
      })),
    }
  })

/** Requests with one key. */
export const requestsWith = (request: Harness["request"], key: string) => ({
  get: (path: string) => request("GET", path, { key }),
  /** Writes, under an Idempotency-Key where one is given. */
  post: (path: string, body?: unknown, idempotencyKey?: string) =>
    request("POST", path, {
      key,
      body,
      ...(idempotencyKey === undefined ? {} : { headers: { "idempotency-key": idempotencyKey } }),
    }),
})

export type Scene = Effect.Effect.Success<ReturnType<typeof makeScene>>

const identified = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String }))

/** The id of the resource in the answer. */
export const idOf = ({ json }: Answer): string => identified(json).id

/** The invoice in the answer. */
export const invoiceOf = ({ json }: Answer): InvoiceResource => invoice(json)

const invoice = Schema.decodeUnknownSync(InvoiceResource, { onExcessProperty: "error" })

const envelope = Schema.decodeUnknownSync(
  Schema.Struct({
    error: Schema.Struct({ codigo: Schema.String, mensaje: Schema.NonEmptyString, detalles: Schema.Unknown }),
  }),
  { onExcessProperty: "error" },
)

/** Status, code and details of an error; throws for anything that is not an error envelope. */
export const errorOf = ({ headers, json, status }: Answer) => {
  const { codigo, detalles } = envelope(json).error
  return { status, codigo, detalles, type: headers["content-type"] }
}

/** The error that `errorOf` is expected to return. */
export const anError = (status: number, codigo: string, detalles: unknown = null) =>
  ({ status, codigo, detalles, type: "application/json; charset=utf-8" })

/** The conflict of that slug that `errorOf` is expected to return. */
export const conflict = (motivo: string) => anError(409, "conflicto", { motivo })

const field = Schema.Struct({ campo: Schema.String, motivo: Schema.NonEmptyString })

const fields = Schema.decodeUnknownSync(Schema.Struct({ campos: Schema.NonEmptyArray(field) }), {
  onExcessProperty: "error",
})

/** The failing fields of a 422, in order; throws for any other answer. */
export const camposOf = (answer: Answer): ReadonlyArray<string> => {
  const { codigo, detalles, status } = errorOf(answer)
  if (status !== 422 || codigo !== "datos_invalidos") throw new Error(`no 422 but ${status} ${codigo}`)
  return fields(detalles).campos.map(({ campo }) => campo)
}

const listed = Schema.decodeUnknownSync(
  Schema.Struct({
    datos: Schema.Array(Schema.Struct({ id: Schema.String })),
    total: Schema.Int,
    limite: Schema.Int,
    siguiente: Schema.NullOr(Schema.String),
  }),
)

/** A page of a list, with the ids of its items in place of the items. */
export const pageOf = ({ json }: Answer) => {
  const { datos, ...page } = listed(json)
  return { ...page, ids: datos.map(({ id }) => id) }
}

/** A draft that can be issued, as a simplified invoice of 24.20 EUR. */
export const simpleDraft = { lineas: [{ descripcion: "Revisión", cantidad: 2, precio: 10 }] }
