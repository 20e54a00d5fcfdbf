import { missingScope, unauthenticated } from "../../../core/access/Principal.ts"
import { issuedRefusal } from "../../../core/invoices/lifecycleRefusals.ts"
import { PrinterBusy } from "../../../core/ports/PdfPrinter.ts"
import { conflict, invalidField, notFound } from "../../../core/refusals/refusal.ts"
import type { EndpointTraits } from "../contract/EndpointTraits.ts"
import {
  type ErrorEnvelope,
  internalReply,
  type Told,
  toldReply,
  tooManyRequests,
  unhealthy,
} from "../replies/errorReply.ts"
import { mapFields } from "./Fields.ts"
import { headersOf } from "./openApiHeaders.ts"

/** The errors of the contract (section 7): which endpoints can answer them, and with what. */
interface ErrorKind {
  readonly status: number
  /** The name of its schema: one without makes generators repeat it in every operation. */
  readonly schema: string
  readonly description: string
  readonly applies: (endpoint: EndpointTraits) => boolean
  /** Schema of `detalles`. */
  readonly detalles: object
  readonly headers?: object
  /** Real answers, under their names. */
  readonly examples: Readonly<Record<string, ErrorEnvelope>>
}

const nothing = { type: "null" }
const text = { type: "string" }

const told = (failure: Told): ErrorEnvelope => toldReply(failure).value

const needsKey = ({ access }: EndpointTraits): boolean => access !== "anybody"

/** By the names that operations refer to; those of 500 and 503 share their code. */
const errors: Readonly<Record<string, ErrorKind>> = {
  no_autenticado: {
    status: 401,
    schema: "ErrorNoAutenticado",
    description: "Sin clave, o con una inválida o revocada.",
    applies: needsKey,
    detalles: nothing,
    headers: headersOf("WWW-Authenticate"),
    examples: { sin_clave: told(unauthenticated) },
  },
  sin_permiso: {
    status: 403,
    schema: "ErrorSinPermiso",
    description: "La clave no tiene el permiso; `detalles.scope` lo nombra.",
    applies: ({ access }) => access !== "anybody" && access !== "any key",
    detalles: { type: "object", required: ["scope"], properties: { scope: text } },
    examples: { falta_permiso: told(missingScope("invoices:read")) },
  },
  no_encontrado: {
    status: 404,
    schema: "ErrorNoEncontrado",
    description: "El identificador no existe en la organización.",
    applies: ({ named }) => named,
    detalles: nothing,
    examples: { no_existe: told(notFound("la factura")) },
  },
  conflicto: {
    status: 409,
    schema: "ErrorConflicto",
    description: "El estado impide la acción; `detalles.motivo` dice por qué. También cuando la"
      + " `Idempotency-Key` ya se usó con otra petición.",
    applies: ({ writes }) => writes,
    detalles: { type: "object", required: ["motivo"], properties: { motivo: text } },
    examples: {
      clave_reutilizada: told(conflict("clave_reutilizada", "La clave de idempotencia ya se usó con otra petición.")),
      factura_emitida: told(issuedRefusal("De un documento emitido solo cambian las etiquetas y las notas internas.")),
    },
  },
  datos_invalidos: {
    status: 422,
    schema: "ErrorDatosInvalidos",
    description: "Cuerpo, parámetros o cursor no válidos; `detalles.campos` da cada `campo` y su `motivo`.",
    applies: () => true,
    detalles: {
      type: "object",
      required: ["campos"],
      properties: {
        campos: {
          type: "array",
          minItems: 1,
          items: {
            type: "object",
            required: ["campo", "motivo"],
            properties: {
              campo: { ...text, description: "Ruta del campo: `lineas[1].precio`." },
              motivo: { ...text, description: "Texto para personas; puede cambiar." },
            },
          },
        },
      },
    },
    examples: { campo: told(invalidField("lineas[1].precio", "es obligatorio")) },
  },
  demasiadas_peticiones: {
    status: 429,
    schema: "ErrorDemasiadasPeticiones",
    description: "Ventana agotada; espere `Retry-After`.",
    applies: needsKey,
    detalles: nothing,
    headers: headersOf("Retry-After"),
    examples: { espere: told(tooManyRequests) },
  },
  error_interno: {
    status: 500,
    schema: "ErrorInterno",
    description: "Fallo interno; `detalles.referencia` lo identifica. Puede repetirse con la misma"
      + " `Idempotency-Key`.",
    applies: () => true,
    detalles: {
      type: "object",
      required: ["referencia"],
      properties: { referencia: { ...text, minLength: 8, maxLength: 8 } },
    },
    examples: { fallo: internalReply("9f86d081").value },
  },
  no_disponible: {
    status: 503,
    schema: "ErrorNoDisponible",
    description: "El servicio no puede atender ahora la petición: repítala en unos segundos.",
    applies: ({ unavailable }) => unavailable !== undefined,
    detalles: nothing,
    examples: { impresion: told(new PrinterBusy()), almacenamiento: told(unhealthy) },
  },
}

const codeOf = ({ examples }: ErrorKind): string => Object.values(examples)[0]?.error.codigo ?? ""

/** The schema of this error: that of every error, with its own `codigo` and `detalles`. */
const schemaOf = (kind: ErrorKind): object => ({
  allOf: [
    { $ref: "#/components/schemas/Error" },
    {
      type: "object",
      required: ["error"],
      properties: {
        error: {
          type: "object",
          required: ["codigo", "mensaje", "detalles"],
          properties: { codigo: { ...text, enum: [codeOf(kind)] }, mensaje: text, detalles: kind.detalles },
        },
      },
    },
  ],
})

/** The error answers that operations refer to. */
export const errorResponses: Readonly<Record<string, object>> = Object.fromEntries(
  Object.entries(errors).map(([name, kind]) => [name, {
    description: kind.description,
    headers: kind.headers ?? headersOf(),
    content: {
      "application/json": {
        schema: { $ref: `#/components/schemas/${kind.schema}` },
        examples: mapFields(kind.examples, (value) => ({ value })),
      },
    },
  }]),
)

/** The envelope of every error (contract, section 7). */
const errorSchema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["codigo", "mensaje", "detalles"],
      properties: {
        codigo: {
          ...text,
          description: "Lo que miran los programas; puede haber códigos nuevos.",
          enum: [...new Set(Object.values(errors).map(codeOf))],
        },
        mensaje: { ...text, description: "Texto para personas; puede cambiar." },
        detalles: { description: "Según el código; null la mayoría de las veces." },
      },
    },
  },
}

/** The schemas of the errors, by name: what all have in common, and each. */
export const errorSchemas: Readonly<Record<string, object>> = {
  Error: errorSchema,
  ...Object.fromEntries(Object.values(errors).map((kind) => [kind.schema, schemaOf(kind)])),
}

/** The errors that an endpoint can answer, by status. What 503 means is the endpoint's to say. */
export const errorsOf = (
  endpoint: EndpointTraits,
): ReadonlyArray<readonly [status: string, response: object]> =>
  Object.entries(errors).filter(([, { applies }]) => applies(endpoint)).map(([name, { status }]) => {
    const $ref = `#/components/responses/${name}`
    return [String(status), status === 503 ? { $ref, description: endpoint.unavailable } : { $ref }]
  })
