import { Effect, type Scope } from "effect"
import { httpsReceiver, read } from "../delivery/receiver.ts"
import { makeAuthority } from "./ownAuthority.ts"

const authority = makeAuthority()
const credentials = authority.issue(["127.0.0.1"])

/** The certificate, in PEM, that a process must trust to send to these receivers (NODE_EXTRA_CA_CERTS). */
export const trusted = authority.ca

/** One request as the receiver got it. */
export interface Notice {
  readonly path: string
  readonly envio: string
  readonly intento: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** When its headers had arrived, in milliseconds of this process. */
  readonly at: number
}

/** The status to answer with. A promise that never resolves makes a receiver that hangs. */
export type Answering = (notice: Notice) => Promise<number> | number

/** An HTTPS receiver on loopback that remembers what it got. */
export interface NoticeReceiver {
  /** `path` begins with a slash. */
  readonly url: (path: string) => string
  readonly notices: ReadonlyArray<Notice>
  /** Deliveries that were sent again while an earlier request of theirs was still open. */
  readonly overlaps: ReadonlyArray<string>
  /** How many deliveries have a request open now. */
  readonly open: () => number
}

export const noticeReceiver = (answer: Answering): Effect.Effect<NoticeReceiver, never, Scope.Scope> =>
  Effect.gen(function*() {
    const notices: Array<Notice> = []
    const overlaps: Array<string> = []
    const open = new Map<string, number>()
    const { port } = yield* httpsReceiver((request, response) => {
      const at = performance.now()
      const headers: Record<string, string> = {}
      for (const [name, value] of Object.entries(request.headers)) headers[name] = String(value)
      const envio = headers["x-svc-envio"] ?? ""
      const others = open.get(envio) ?? 0
      if (others > 0) overlaps.push(envio)
      open.set(envio, others + 1)
      response.once("close", () => {
        const left = (open.get(envio) ?? 1) - 1
        if (left === 0) open.delete(envio)
        else open.set(envio, left)
      })
      read(request, async (body) => {
        const intento = Number(headers["x-svc-intento"])
        const notice = { path: request.url ?? "", envio, intento, headers, body, at }
        notices.push(notice)
        response.statusCode = await answer(notice)
        response.end()
      })
    }, credentials)
    return { url: (path) => `https://127.0.0.1:${port}${path}`, notices, overlaps, open: () => open.size }
  })
