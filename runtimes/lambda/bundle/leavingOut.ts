import type { Plugin } from "esbuild"

/**
 * Modules that libraries load and functions never use: fast-check, which makes test data of schemas, and the router that
 * gives Effect's endpoints a common prefix, which brings a whole server along.
 */
const neverAsked = /[\\/](?:fast-check[\\/]lib[\\/]esm[\\/]fast-check|@effect[\\/]platform[\\/]dist[\\/]esm[\\/]HttpRouter)\.js$/

/** Leaves them out; whatever asks them all the same finds nothing there. */
export const leavingOut: Plugin = {
  name: "leaving out",
  setup: ({ onLoad }) => {
    onLoad({ filter: neverAsked }, () => ({ contents: "export {}", loader: "js" }))
  },
}
