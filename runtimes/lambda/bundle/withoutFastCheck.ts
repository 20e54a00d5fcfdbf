import type { Plugin } from "esbuild"

/**
 * Leaves out the library for tests that effect's schemas know how to make examples with: nobody asks them to here. What
 * would ask finds nothing there.
 */
export const withoutFastCheck: Plugin = {
  name: "without fast-check",
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^fast-check$/ }, ({ path }) => ({ path, namespace: "left-out" }))
    onLoad({ filter: /.*/, namespace: "left-out" }, () => ({ contents: "export {}", loader: "js" }))
  },
}
