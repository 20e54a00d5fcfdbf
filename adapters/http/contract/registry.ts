import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { AmendmentInput } from "../../../core/corrections/amendRecord.ts"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import { RecordResource } from "../../../core/registry/recordResource.ts"
import { SubmissionResource } from "../../../core/submission/readSubmission.ts"
import { VerificationResource } from "../../../core/verification/readVerification.ts"
import { described } from "./access.ts"
import { listOf } from "./lists.ts"
import { id } from "./pathParameters.ts"
import { withStatus } from "./withStatus.ts"

const page = listOf("RegistrosPagina", RecordResource)

export const listInvoiceRecords = HttpApiEndpoint.get("listInvoiceRecords")`/facturas/${id}/registro`
  .setUrlParams(Schema.Struct(listParameters))
  .addSuccess(page)
  .annotateContext(described("registry:read", "Lista los registros de facturación de una factura"))

export const listRecords = HttpApiEndpoint.get("listRecords", "/registro")
  .setUrlParams(Schema.Struct(listParameters))
  .addSuccess(page)
  .annotateContext(described("registry:read", "Lista todos los registros de facturación, la cadena entera"))

export const readVerification = HttpApiEndpoint.get("readVerification", "/registro/verificacion")
  .addSuccess(VerificationResource)
  .annotateContext(described("registry:read", "Lee la última verificación de la cadena de registros", {
    description: "La hace `talonario registry verify`: comprueba cada huella, cada enlace, el final de la cadena y que " +
      "cada registro diga lo que su factura.",
  }))

export const readSubmission = HttpApiEndpoint.get("readSubmission", "/registro/envio")
  .addSuccess(SubmissionResource)
  .annotateContext(described("registry:read", "Dice cuántos registros faltan por enviar a la AEAT, y por qué", {
    description: "`pendientes` son los que la AEAT no ha contestado y `desde` la fecha del más antiguo. `problema` dice qué " +
      "impide enviarlos; mientras haya pendientes conviene mostrarlo a quien factura.",
  }))

export const amendRecord = HttpApiEndpoint.post("amendRecord")`/facturas/${id}/subsanar`
  .setPayload(AmendmentInput)
  .addSuccess(withStatus(201, RecordResource))
  .annotateContext(described("invoices:write", "Hace de nuevo el registro de una factura", {
    description: "Para lo que la AEAT rechazó o aceptó con errores y es solo del registro, y para un registro aceptado que " +
      "ahora diría otra cosa. Cuando el error es de la factura, 409 dice si hay que rectificarla o anularla. Con " +
      "`destinatario_no_censado` (true) el registro dice que el NIF del destinatario, persona física, es correcto aunque el " +
      "censo de la AEAT no lo tenga: después de un rechazo por eso.",
  }))

/** The chain of invoice records kept for the tax authority (decisions, section 5). */
export const registry = HttpApiGroup.make("registro")
  .add(listInvoiceRecords)
  .add(listRecords)
  .add(readVerification)
  .add(readSubmission)
  .add(amendRecord)
  .annotateContext(OpenApi.annotations({
    title: "Registro",
    description: "Los registros de facturación (VERI*FACTU), encadenados por su huella. Nunca se cambian: " +
      "los hacen la emisión, la anulación y la subsanación.",
  }))
