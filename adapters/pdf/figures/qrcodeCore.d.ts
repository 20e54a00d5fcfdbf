/** The part of `qrcode` that makes symbols. The whole package also draws them, for which it needs modules of Node. */
declare module "qrcode/lib/core/qrcode.js" {
  import type { create } from "qrcode"

  const core: { readonly create: typeof create }
  export default core
}
