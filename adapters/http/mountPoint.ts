import { basePath } from "./contract/api.ts"

/**
 * The path under which a host has mounted the interface, as addresses write it: "/facturacion", "" at the top.
 * Throws for what is no path, which is a slip in the host's code.
 */
export const mountPoint = (prefix: string): string => {
  const path = prefix.replace(/^\/*/, "/").replace(/\/+$/, "")
  const address = new URL(`http://host${path}`)
  if (address.search !== "" || address.hash !== "") throw new Error(`no path to mount under: ${prefix}`)
  return path === "" ? "" : address.pathname
}

/**
 * The path of the contract, with its query, that a request asks for. A host may have taken the mount point off
 * already, as Express does; what is not under it stays as it is, and is no route.
 */
export const contractTarget = (target: string, mount: string): string => {
  const rest = target.startsWith(mount) ? target.slice(mount.length) : target
  return isOfContract(rest) ? rest : target
}

/** Whether the contract may have a route there: the path, with or without query, is `/api/v1` or below. */
export const isOfContract = (target: string): boolean =>
  target.startsWith(basePath) && /^[/?]|^$/.test(target.slice(basePath.length))
