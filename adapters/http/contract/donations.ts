import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { DonationInput, DonationPatch, DonationResource } from "../../../core/donations/Donation.ts"
import { donationFilters } from "../../../core/donations/donationFilters.ts"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import { described } from "./access.ts"
import { listOf } from "./lists.ts"
import { id } from "./pathParameters.ts"
import { withStatus } from "./withStatus.ts"

export const createDonation = HttpApiEndpoint.post("createDonation", "/donativos")
  .setPayload(DonationInput)
  .addSuccess(withStatus(201, DonationResource))
  .annotateContext(described("donations:write", "Registra un donativo", {
    bodyExample: { importe: 50, forma_pago: "card" },
  }))

export const listDonations = HttpApiEndpoint.get("listDonations", "/donativos")
  .setUrlParams(Schema.Struct({ ...listParameters, ...donationFilters }))
  .addSuccess(listOf("DonativosPagina", DonationResource))
  .annotateContext(described("donations:read", "Lista los donativos"))

export const readDonation = HttpApiEndpoint.get("readDonation")`/donativos/${id}`
  .addSuccess(DonationResource)
  .annotateContext(described("donations:read", "Lee un donativo"))

export const updateDonation = HttpApiEndpoint.patch("updateDonation")`/donativos/${id}`
  .setPayload(DonationPatch)
  .addSuccess(DonationResource)
  .annotateContext(described("donations:write", "Cambia un donativo", {
    description: "Cambia las propiedades enviadas; null deja una vacía o en su valor por omisión. " +
      "De un socio a un contacto pasa con `socio_id` a null.",
    bodyExample: { anonimo: true },
  }))

export const deleteDonation = HttpApiEndpoint.del("deleteDonation")`/donativos/${id}`
  .annotateContext(described("donations:write", "Borra un donativo"))

/** Donations received (decisions, section 2). */
export const donations = HttpApiGroup.make("donativos")
  .add(createDonation)
  .add(listDonations)
  .add(readDonation)
  .add(updateDonation)
  .add(deleteDonation)
  .annotateContext(OpenApi.annotations({
    title: "Donativos",
    description: "Donativos recibidos: de un socio, de un contacto o de nadie que conste. " +
      "Borrado quien lo dio, el donativo lo sigue nombrando.",
  }))
