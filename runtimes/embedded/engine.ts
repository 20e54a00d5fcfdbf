import { Effect, Layer, Redacted } from "effect"
import * as SecretBoxWebCrypto from "../../adapters/crypto/SecretBoxWebCrypto.ts"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import type { HostTransactions } from "../../adapters/postgres/host/HostTransactions.ts"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import { Mailer, MailNotSent } from "../../core/ports/Mailer.ts"
import type { PdfPrinter } from "../../core/ports/PdfPrinter.ts"
import type { Queue } from "../../core/ports/Queue.ts"
import type { RateLimiter } from "../../core/ports/RateLimiter.ts"
import { Recording } from "../../core/ports/Recording.ts"
import type { SecretBox } from "../../core/ports/SecretBox.ts"
import type { TaxAuthority } from "../../core/ports/TaxAuthority.ts"
import type { WebhookSender } from "../../core/ports/WebhookSender.ts"
import { callersContext, presentContext } from "./callersContext.ts"
import type { Basis, Configuration } from "./Configuration.ts"
import { type CannotStart, Installation, installationOf } from "./Installation.ts"
import { hostLog } from "./log/hostLog.ts"
import { started } from "./ports/cannotStart.ts"
import { isLayerOf } from "./ports/isLayerOf.ts"
import { lazyLayers } from "./ports/lazyPorts.ts"
import { plainLayers } from "./ports/plainPorts.ts"
import { plainQueueLayer } from "./ports/plainQueue.ts"
import { type Kept, storageLayer } from "./ports/storageLayers.ts"
import * as Settling from "./Settling.ts"

/** Everything that commands, queries, workers and the HTTP interface stand on. */
export type Engine =
  | Basis
  | GroupCommit.GroupCommit
  | PdfPrinter
  | RateLimiter
  | Mailer
  | SecretBox
  | WebhookSender
  | TaxAuthority
  | Recording
  | HostTransactions
  | Installation

/**
 * Everything as the configuration says. Packages that only some adapters need are imported when these are used. Fails
 * when the configuration is wrong, or the database cannot be used.
 */
export const layer = (configuration: Configuration): Layer.Layer<Engine, CannotStart> =>
  Layer.unwrapEffect(Effect.map(installationOf(configuration), (installation) =>
    Layer.provideMerge(assembled(configuration, installation), surroundings(configuration))))

/** Clock and log, and the context of whoever makes the engine, for what is built here and for whatever runs on it. */
const surroundings = ({ clock, log }: Configuration): Layer.Layer<never> =>
  Layer.mergeAll(
    Layer.scopedDiscard(Effect.locallyScoped(callersContext, presentContext())),
    clock === undefined ? Layer.empty : isLayerOf(clock) ? clock : plainLayers.clock(clock),
    log === undefined ? Layer.empty : typeof log === "function" ? hostLog(log) : log,
  )

const assembled = (
  configuration: Configuration,
  installation: Installation["Type"],
): Layer.Layer<Engine, CannotStart> => {
  const { entropy, queue, rateLimiter } = configuration
  const chance = started("entropy", choose(entropy, plainLayers.entropy, EntropyWebCrypto.layer))
  const kept = Layer.provideMerge(storageLayer(configuration), chance)
  const basis: Layer.Layer<Kept | Basis, CannotStart> = queue === undefined
    ? kept
    : Layer.provideMerge(started("queue", queueLayer(queue)), kept)
  return Settling.layer.pipe(
    Layer.provide(GroupCommit.layer),
    Layer.merge(ports(configuration, installation)),
    Layer.merge(rateLimiter === undefined ? Layer.empty : rateLimiterLayer(rateLimiter)),
    Layer.provideMerge(basis),
    Layer.merge(Layer.succeed(Installation, installation)),
    Layer.merge(Layer.succeed(Recording, { software: installation.software, qrHost: installation.qrHost })),
  )
}

const ports = (configuration: Configuration, installation: Installation["Type"]) => {
  const { aeat: environment = "production", mailer, pdfPrinter, secretBox, taxAuthority, webhookSender } = configuration
  const { webhookAllow } = installation
  return Layer.mergeAll(
    started("secretBox", choose(secretBox, plainLayers.secretBox, SecretBoxWebCrypto.layerOf(installation))),
    started("pdfPrinter", choose(pdfPrinter, plainLayers.pdfPrinter, printer)),
    started("mailer", choose(mailer, plainLayers.mailer, smtpMailer(configuration))),
    started("webhookSender", choose(webhookSender, plainLayers.webhookSender, lazyLayers.webhookSender(async () =>
      (await import("../../adapters/delivery/WebhookSenderUndici.ts")).layer({ allow: webhookAllow })))),
    started("taxAuthority", choose(taxAuthority, plainLayers.taxAuthority, lazyLayers.taxAuthority(async () =>
      (await import("../../adapters/aeat/TaxAuthorityAeat.ts")).layer({ environment })))),
  )
}

const printer = lazyLayers.pdfPrinter(async () => (await import("../../adapters/pdf/PdfPrinterNode.ts")).layer)

/** The mail library is loaded at the start, not with the first letter: that it is not installed is then noticed at once. */
const smtpMailer = ({ smtp }: Configuration): Layer.Layer<Mailer> => {
  if (smtp === undefined) return Layer.succeed(Mailer, { send: () => new MailNotSent(noMailServer) })
  const url = Redacted.isRedacted(smtp.url) ? smtp.url : Redacted.make(smtp.url)
  return Layer.unwrapEffect(Effect.promise(async () =>
    (await import("../../adapters/mail/MailerSmtp.ts")).layer({ url, from: smtp.from })))
}

const noMailServer = { reason: "no hay servidor de correo configurado", transient: true }

const queueLayer = (queue: NonNullable<Configuration["queue"]>): Layer.Layer<Queue, unknown, Basis> =>
  isLayerOf(queue) ? queue : plainQueueLayer(queue)

const rateLimiterLayer = (rateLimiter: NonNullable<Configuration["rateLimiter"]>) =>
  started("rateLimiter", isLayerOf(rateLimiter) ? rateLimiter : plainLayers.rateLimiter(rateLimiter))

/** The host's Layer, the one made of its plain object, or ours. */
const choose = <Id, Plain extends object, R>(
  given: Layer.Layer<Id, unknown, R> | Plain | undefined,
  layerOf: (plain: Plain) => Layer.Layer<Id>,
  ours: Layer.Layer<Id, unknown, R>,
): Layer.Layer<Id, unknown, R> => {
  if (given === undefined) return ours
  return isLayerOf(given) ? given : layerOf(given)
}
