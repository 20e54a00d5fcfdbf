import type { Plugin } from "esbuild"

/**
 * Modules of libraries that are loaded and never asked for anything: what schemas make examples for tests with, and the
 * router by which Effect's endpoints get a common prefix, behind which stands all of a server.
 */
const neverAsked = /[\\/](?:fast-check[\\/]lib[\\/]esm[\\/]fast-check|@effect[\\/]platform[\\/]dist[\\/]esm[\\/]HttpRouter)\.js$/

/** Leaves them out; whatever asks them all the same finds nothing there. */
export const leavingOut: Plugin = {
  name: "leaving out",
  setup: ({ onLoad }) => {
    onLoad({ filter: neverAsked }, () => ({ contents: "export {}", loader: "js" }))
  },
}
