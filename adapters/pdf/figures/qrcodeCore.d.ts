/** The part of `qrcode` that makes symbols. Its whole draws them as well, which takes modules of Node's. */
declare module "qrcode/lib/core/qrcode.js" {
  import type { create } from "qrcode"

  const core: { readonly create: typeof create }
  export default core
}
