import { Context, Effect, Layer } from "effect"
import { loadedCode, loadedOnce } from "../../../adapters/pdf/loadedOnce.ts"
import { PdfPrinter } from "../../../core/ports/PdfPrinter.ts"
import { TaxAuthority } from "../../../core/ports/TaxAuthority.ts"
import { WebhookSender } from "../../../core/ports/WebhookSender.ts"

/** The adapter, imported and built at its first use; it ends with the scope. A failure is tried again. */
const loaded = <Id, Service>(tag: Context.Tag<Id, Service>, load: () => Promise<Layer.Layer<Id>>) =>
  Effect.flatMap(Effect.scope, (scope) =>
    loadedOnce(loadedCode(load).pipe(
      Effect.flatMap((layer) => Layer.buildWithScope(layer, scope)),
      Effect.map(Context.get(tag)),
    )))

/** Ports whose adapters stand on packages that a host may never need: these are imported when they are first asked. */
export const lazyLayers = {
  pdfPrinter: (load: () => Promise<Layer.Layer<PdfPrinter>>) =>
    Layer.scoped(PdfPrinter, Effect.map(loaded(PdfPrinter, load), (printer) =>
      PdfPrinter.of({ print: (document, logo) => Effect.flatMap(printer, ({ print }) => print(document, logo)) }))),
  webhookSender: (load: () => Promise<Layer.Layer<WebhookSender>>) =>
    Layer.scoped(WebhookSender, Effect.map(loaded(WebhookSender, load), (sender) =>
      WebhookSender.of({ send: (request) => Effect.flatMap(sender, ({ send }) => send(request)) }))),
  taxAuthority: (load: () => Promise<Layer.Layer<TaxAuthority>>) =>
    Layer.scoped(TaxAuthority, Effect.map(loaded(TaxAuthority, load), (authority) =>
      TaxAuthority.of({
        submit: (shipment) => Effect.flatMap(authority, ({ submit }) => submit(shipment)),
        query: (query) => Effect.flatMap(authority, ({ query: ask }) => ask(query)),
      }))),
}
