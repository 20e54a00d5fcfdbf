import { Effect, Either, Layer } from "effect"
import {
  type Certificate,
  ShipmentRefused,
  TaxAuthority,
  type TaxAuthorityFailure,
  TaxAuthorityUnreachable,
} from "../../core/ports/TaxAuthority.ts"
import { type AeatEnvironment, endpoint } from "./endpoint.ts"
import { makeConnections } from "./http/connections.ts"
import { httpFailure } from "./http/httpFailure.ts"
import { type HttpAnswer, post, type Reading } from "./http/post.ts"
import { readOfQuery, readQueryAnswer } from "./messages/queryAnswer.ts"
import { queryMessage } from "./messages/queryMessage.ts"
import { readShipmentAnswer } from "./messages/shipmentAnswer.ts"
import { shipmentMessage } from "./messages/shipmentMessage.ts"
import { contentOf } from "./messages/soap.ts"
import type { Element } from "./xml/readXml.ts"

const mebibyte = 1024 * 1024

/**
 * How answers are read, and how long they may be, in bytes. The thousand lines of a full shipment's answer take about one MiB; a
 * page of a query may have ten thousand records.
 */
const readings = {
  submit: { bytesMax: 16 * mebibyte, kept: undefined },
  // A worker asks for twenty companies at once, which with all elements of their pages took 1.8 GB.
  query: { bytesMax: 64 * mebibyte, kept: readOfQuery },
} satisfies Record<string, Reading>

/** Which service of AEAT is asked, and how patiently. */
export interface AeatSettings {
  readonly environment: AeatEnvironment
  /** How long an answer is waited for, in milliseconds; 60 000, when absent. */
  readonly millisMax?: number
}

/** AEAT's web service for VERI*FACTU records (SOAP 1.1 over HTTPS with the company's certificate). */
export const layer = ({ environment, millisMax = 60_000 }: AeatSettings): Layer.Layer<TaxAuthority> =>
  Layer.scoped(
    TaxAuthority,
    Effect.gen(function*() {
      const ca = typeof environment === "string" ? undefined : environment.ca
      const connections = yield* makeConnections(ca, millisMax)
      const call = <A>(
        certificate: Certificate,
        message: () => string,
        reading: Reading,
        read: (content: Element) => Either.Either<A, string>,
      ): Effect.Effect<A, TaxAuthorityFailure> =>
        Effect.scoped(Effect.gen(function*() {
          const agent = yield* connections.to(certificate)
          const url = endpoint(environment, certificate.tipo)
          const answer = yield* post(agent, url, message(), { ...reading, millisMax })
          return yield* understood(answer, read)
        }))
      return TaxAuthority.of({
        submit: (shipment) =>
          call(shipment.certificate, () => shipmentMessage(shipment), readings.submit, (content) =>
            readShipmentAnswer(content, shipment.records)),
        query: (query) => call(query.certificate, () => queryMessage(query), readings.query, readQueryAnswer),
      })
    }),
  )

/** What an answer says. A SOAP fault counts whatever the status, though SOAP 1.1 wants 500 for it (section 6.2). */
const understood = <A>(
  { document, status }: HttpAnswer,
  read: (content: Element) => Either.Either<A, string>,
): Either.Either<A, TaxAuthorityFailure> => {
  const content = Either.flatMap(document, contentOf)
  if (Either.isLeft(content) && content.left instanceof ShipmentRefused) return Either.left(content.left)
  if (status !== 200) return Either.left(httpFailure(status))
  if (Either.isLeft(content)) return unreachable("respuesta ilegible: no es un mensaje SOAP completo")
  return Either.orElse(read(content.right), unreachable)
}

const unreachable = (reason: string) => Either.left(new TaxAuthorityUnreachable({ reason }))
