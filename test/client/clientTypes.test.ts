import * as HttpApi from "@effect/platform/HttpApi"
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, type Effect, FastCheck, Option, Schema, type Stream } from "effect"
import { expectTypeOf } from "vitest"
import type { Client, ClientError, PromiseClient } from "../../adapters/client/talonarioClient.ts"
import { api } from "../../adapters/http/contract/api.ts"
import type { ContactResource } from "../../core/contacts/Contact.ts"
import type { InvoiceResource, InvoiceSummary } from "../../core/invoices/invoiceResource.ts"

type Input<Method extends (...call: never) => unknown> = NonNullable<Parameters<Method>[0]>
type Invoices = PromiseClient["facturas"]
type CreateContact = Client["contactos"]["createContact"]
type OptionalNumber = number | null | undefined

describe("the client's types", () => {
  it("take plain JSON", () => {
    type Draft = Input<Invoices["createInvoice"]>
    type Line = NonNullable<Draft["lineas"]>[number]
    expectTypeOf<Line["cantidad"]>().toEqualTypeOf<OptionalNumber>()
    expectTypeOf<Line["precio"]>().toEqualTypeOf<OptionalNumber>()
    expectTypeOf<Draft["suplidos"]>().toEqualTypeOf<OptionalNumber>()
    expectTypeOf<Draft["fecha_emision"]>().toEqualTypeOf<string | null | undefined>()
    expectTypeOf<Draft["forma_pago"]>().toEqualTypeOf<
      "transfer" | "cash" | "card" | "direct_debit" | "other" | null | undefined
    >()
    expectTypeOf<Input<CreateContact>["nombre"]>().toEqualTypeOf<string>()
    expectTypeOf<Input<CreateContact>["descuento"]>().toEqualTypeOf<OptionalNumber>()
    expectTypeOf<Input<Invoices["readInvoice"]>>().toEqualTypeOf<{ readonly id: string }>()
    expectTypeOf<Input<Invoices["listInvoices"]>["limite"]>().toEqualTypeOf<number | undefined>()
    expectTypeOf<Input<Invoices["listInvoices"]["all"]>["orden"]>().toEqualTypeOf<
      "reciente" | "antiguo" | undefined
    >()
  })

  it("reject what the contract does not have", () => {
    expectTypeOf<[]>().not.toExtend<Parameters<CreateContact>>()
    expectTypeOf<[{ nombre: number }]>().not.toExtend<Parameters<CreateContact>>()
    expectTypeOf<[{ nombre: string }]>().toExtend<Parameters<CreateContact>>()
    expectTypeOf<[]>().toExtend<Parameters<Client["cuenta"]["readIndex"]>>()
    expectTypeOf<[{ id: string }]>().not.toExtend<Parameters<Client["cuenta"]["readIndex"]>>()
    expectTypeOf<Client["facturas"]["readInvoice"]>().not.toHaveProperty("all")
    expectTypeOf<[{ orden: "modificado" }]>().not.toExtend<Parameters<Invoices["listInvoices"]["all"]>>()
  })

  it("return resources, bytes and typed errors", () => {
    expectTypeOf<ReturnType<Client["contactos"]["readContact"]>>().toEqualTypeOf<
      Effect.Effect<ContactResource, ClientError>
    >()
    expectTypeOf<ReturnType<Invoices["issueInvoice"]>>().toEqualTypeOf<Promise<InvoiceResource>>()
    expectTypeOf<ReturnType<Invoices["printInvoice"]>>().toEqualTypeOf<Promise<Uint8Array<ArrayBuffer>>>()
    expectTypeOf<ReturnType<Client["facturas"]["listInvoices"]["all"]>>().toEqualTypeOf<
      Stream.Stream<InvoiceSummary, ClientError>
    >()
    expectTypeOf<ReturnType<Invoices["listInvoices"]["all"]>>().toEqualTypeOf<AsyncIterable<InvoiceSummary>>()
    expectTypeOf<ClientError["_tag"]>().toEqualTypeOf<
      | "no_autenticado" | "sin_permiso" | "no_encontrado" | "conflicto" | "datos_invalidos"
      | "demasiadas_peticiones" | "error_interno" | "otro_codigo" | "sin_respuesta" | "respuesta_ilegible"
    >()
  })
})

/** The shape that the client's types give to a decoded value. */
const plainShape = (value: unknown): unknown => {
  if (typeof value === "bigint") return "number"
  if (Array.isArray(value)) return value.map(plainShape)
  if (typeof value !== "object" || value === null) return value === null ? null : typeof value
  const known = Object.entries(value).filter(([, held]) => held !== undefined)
  return Object.fromEntries(known.map(([name, held]) => [name, plainShape(held)]))
}

describe("every declared body", () => {
  it("is sent in the form that the types derive", () => {
    HttpApi.reflect(api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint: { name, payloadSchema } }) => {
        if (Option.isNone(payloadSchema)) return
        const schema = Schema.make<unknown, unknown>(payloadSchema.value.ast)
        const encode = Schema.encodeSync(schema)
        FastCheck.assert(
          FastCheck.property(Arbitrary.make(schema), (value) => {
            assert.deepStrictEqual(plainShape(encode(value)), plainShape(value), name)
          }),
          { numRuns: 20 },
        )
      },
    })
  })
})
