import type { Certificate } from "../../core/ports/TaxAuthority.ts"
import { isLoopback } from "../../core/text/isLoopback.ts"
import { urlOf } from "../../core/text/urlOf.ts"

/** AEAT itself, its test environment, or a stand-in: its address, and the authorities to trust for it, in PEM. */
export type AeatEnvironment = "production" | "test" | { readonly url: string; readonly ca?: string }

/** What `isStandInAddress` takes, in words. */
export const standInAddress = "an https address, or http on this machine"

/** Whether messages can go to the address of a stand-in: over a network only with TLS, since they name customers. */
export const isStandInAddress = (text: string): boolean => {
  const url = urlOf(text)
  return url !== undefined && (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url)))
}

/**
 * Where messages go (WSDL, service sfVerifactu). Certificates of seals have hosts of their own, but a stand-in has one address.
 */
export const endpoint = (environment: AeatEnvironment, tipo: Certificate["tipo"]): URL => {
  if (typeof environment === "string") return new URL(path, hosts[environment][tipo])
  const url = new URL(environment.url)
  return url.pathname === "/" ? new URL(path, url) : url
}

const path = "/wlpl/TIKE-CONT/ws/SistemaFacturacion/VerifactuSOAP"

const hosts = {
  production: { personal: "https://www1.agenciatributaria.gob.es", sello: "https://www10.agenciatributaria.gob.es" },
  test: { personal: "https://prewww1.aeat.es", sello: "https://prewww10.aeat.es" },
} as const
