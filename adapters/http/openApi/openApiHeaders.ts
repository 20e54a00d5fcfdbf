/** The headers of answers, as the document has them (contract, sections 4.2 and 4.3). */

const wholeNumber = { type: "integer", minimum: 0 }

/** Headers that answers refer to by their names. */
export const headerComponents = {
  "RateLimit-Limit": {
    description: "Máximo de peticiones de la ventana.",
    required: true,
    schema: { type: "integer", minimum: 1 },
    example: 120,
  },
  "RateLimit-Remaining": {
    description: "Peticiones que quedan en la ventana.",
    required: true,
    schema: wholeNumber,
    example: 119,
  },
  "RateLimit-Reset": {
    description: "Segundos hasta que se libere el primer hueco.",
    required: true,
    schema: wholeNumber,
    example: 60,
  },
  "Retry-After": {
    description: "Segundos que hay que esperar.",
    required: true,
    schema: wholeNumber,
    example: 12,
  },
  "Location": {
    description: "Dirección absoluta del recurso.",
    required: true,
    schema: { type: "string", format: "uri" },
    example: "https://facturas.example/api/v1/facturas/01930a6b7c8d7e9f8a0b1c2d3e4f5061",
  },
  "Idempotency-Replayed": {
    description: "Presente, con el valor `true`, cuando se devuelve la respuesta de una petición anterior"
      + " con la misma `Idempotency-Key`.",
    required: false,
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
  "Content-Disposition": {
    description: "Nombre con el que se guarda el fichero.",
    required: true,
    schema: { type: "string" },
    example: "inline; filename=\"A-1.pdf\"",
  },
  "WWW-Authenticate": {
    description: "Cómo hay que autenticarse.",
    required: true,
    schema: { type: "string", enum: ["Bearer"] },
    example: "Bearer",
  },
}

type HeaderName = keyof typeof headerComponents

/** The headers of an answer: those of the rate limit, which are on every one, and its own. */
export const headersOf = (...own: ReadonlyArray<HeaderName>): object => {
  const rates = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"] as const
  const names = [...rates, ...own]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
