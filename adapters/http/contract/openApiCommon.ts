import type { ErrorCode } from "../errorReply.ts"
import type { Access } from "./access.ts"

/** What the document says of every endpoint alike. */

/** What an endpoint is, as far as its errors go. */
export interface EndpointTraits {
  readonly name: string
  readonly access: Access
  readonly writes: boolean
  /** Whether its path names a resource. */
  readonly named: boolean
}

interface ErrorKind {
  readonly status: number
  readonly codigo: ErrorCode
  readonly description: string
  readonly applies: (endpoint: EndpointTraits) => boolean
}

const needsKey = ({ access }: EndpointTraits): boolean => access !== "anybody"

/** The errors of the contract (section 7), and which endpoints can answer them. */
const errors: ReadonlyArray<ErrorKind> = [
  {
    status: 401,
    codigo: "no_autenticado",
    description: "Sin clave, o con una inválida o revocada.",
    applies: needsKey,
  },
  {
    status: 403,
    codigo: "sin_permiso",
    description: "La clave no tiene el permiso; `detalles.scope` lo nombra.",
    applies: ({ access }) => access !== "anybody" && access !== "any key",
  },
  {
    status: 404,
    codigo: "no_encontrado",
    description: "El identificador no existe en la organización.",
    applies: ({ named }) => named,
  },
  {
    status: 409,
    codigo: "conflicto",
    description: "El estado impide la acción; `detalles.motivo` dice por qué.",
    applies: ({ writes }) => writes,
  },
  {
    status: 422,
    codigo: "datos_invalidos",
    description: "Cuerpo, parámetros o cursor no válidos; `detalles.campos` da cada `campo` y su `motivo`.",
    applies: () => true,
  },
  {
    status: 429,
    codigo: "demasiadas_peticiones",
    description: "Ventana agotada; espere `Retry-After`.",
    applies: needsKey,
  },
  {
    status: 500,
    codigo: "error_interno",
    description: "Fallo interno; `detalles.referencia` lo identifica.",
    applies: needsKey,
  },
  {
    status: 503,
    codigo: "error_interno",
    description: "La cola de impresión está llena, o el almacenamiento no responde.",
    applies: ({ name }) => name === "printInvoice" || name === "checkHealth",
  },
]

const text = { type: "string" }

const seconds = (description: string) => ({ description, schema: { type: "integer", minimum: 0 } })

const headers = {
  "RateLimit-Limit": seconds("Máximo de peticiones de la ventana."),
  "RateLimit-Remaining": seconds("Peticiones que quedan en la ventana."),
  "RateLimit-Reset": seconds("Segundos hasta que se libere el primer hueco."),
  "Retry-After": seconds("Segundos que hay que esperar."),
  "Location": { description: "Dirección absoluta del recurso.", schema: text },
}

const headersOf = (status: number): object => {
  const names = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"]
  if (status === 201) names.push("Location")
  if (status === 429) names.push("Retry-After")
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const nameOf = ({ codigo, status }: ErrorKind): string => (status === 503 ? "no_disponible" : codigo)

/** The parts that operations refer to. */
export const commonComponents = {
  securitySchemes: {
    clave: { type: "http", scheme: "bearer", description: "Clave svc_live_… (real) o svc_test_… (prueba)." },
  },
  parameters: {
    idempotencia: {
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description: "Un valor por operación: si se repite la petición se devuelve la primera respuesta.",
      schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[ -~]*$" },
    },
  },
  headers,
  responses: Object.fromEntries(errors.map((error) => [nameOf(error), {
    description: error.description,
    headers: headersOf(error.status),
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  }])),
}

/** The envelope of every error (contract, section 7). */
export const errorSchema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["codigo", "mensaje", "detalles"],
      properties: {
        codigo: { ...text, enum: [...new Set(errors.map(({ codigo }) => codigo))] },
        mensaje: { ...text, description: "Texto para personas; puede cambiar." },
        detalles: { description: "Según el código; null la mayoría de las veces." },
      },
    },
  },
}

/** The parameters that an endpoint has besides those that it declares. */
export const commonParameters = ({ writes }: EndpointTraits): ReadonlyArray<object> =>
  writes ? [{ $ref: "#/components/parameters/idempotencia" }] : []

/** The answers of an endpoint: those that it declares, with their headers, and its errors. */
export const withCommonResponses = (
  endpoint: EndpointTraits,
  declared: Readonly<Record<string, object>>,
): Readonly<Record<string, object>> => {
  const successes = Object.entries(declared).filter(([status]) => status.startsWith("2"))
  const failures = errors.filter(({ applies }) => applies(endpoint))
  return Object.fromEntries([
    ...successes.map(([status, response]) => {
      const description = status === "201" ? "Hecho" : "Correcto"
      return [status, { ...response, description, headers: headersOf(Number(status)) }]
    }),
    ...failures.map((error) => [String(error.status), { $ref: `#/components/responses/${nameOf(error)}` }]),
  ])
}
