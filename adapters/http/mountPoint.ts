import { basePath } from "./contract/api.ts"

/**
 * The path under which a host has mounted the interface, as addresses write it: "/facturacion", "" at the top.
 * Throws for what is no path, or more than stands before `/api/v1`, which is a slip in the host's code.
 */
export const mountPoint = (prefix: string): string => {
  const path = prefix.replace(/^\/*/, "/").replace(/\/+$/, "")
  const { hash, pathname, search } = new URL(`http://host${path}`)
  if (`${hash}${search}` !== "" || path.includes("://") || path.endsWith(basePath)) {
    throw new Error(`prefix: a path, what stands before /api/v1, not "${prefix}"`)
  }
  return path === "" ? "" : pathname
}

/**
 * The path of the contract, with its query, that a request asks for. A host may have taken the mount point off
 * already, as Express does; what is not under it stays as it is, and is no route.
 */
export const contractTarget = (target: string, mount: string): string =>
  isMounted(target, mount) ? target.slice(mount.length) : target

/** Whether the contract may have a route there, the mount point before it. */
export const isMounted = (target: string, mount: string): boolean =>
  target.startsWith(mount) && isOfContract(target.slice(mount.length))

/** Whether the contract may have a route there: the path, with or without query, is `/api/v1` or below. */
export const isOfContract = (target: string): boolean =>
  target.startsWith(basePath) && /^[/?]|^$/.test(target.slice(basePath.length))
