import { forwardedAddress } from "talonario/runtimes/web/forwardedAddress"
import { makeFetch } from "talonario/runtimes/web/makeFetch"
import { shop } from "../../../lib/talonario"

const { SITE_URL = "http://localhost:3000" } = process.env

/** The HTTP interface. What host the client asked, Next does not tell handlers; one proxy stands before this one. */
const handler = makeFetch(async () => (await shop()).talonario, {
  prefix: "/facturacion",
  publicUrl: `${SITE_URL}/facturacion`,
  clientAddress: forwardedAddress(1),
})

export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as OPTIONS,
  handler as PATCH,
  handler as POST,
  handler as PUT,
}
