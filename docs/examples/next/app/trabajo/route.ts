import { shop } from "../../lib/talonario"

/** What workers have to do: webhooks, mail, records. For a schedule to call (cron, `vercel.json`), and nobody else. */
export const GET = async (request: Request): Promise<Response> => {
  const { CRON_SECRET } = process.env
  const isSchedule = request.headers.get("authorization") === `Bearer ${CRON_SECRET}`
  if (CRON_SECRET === undefined || !isSchedule) return new Response(null, { status: 404 })
  const { talonario } = await shop()
  await talonario.workOff()
  return new Response(null, { status: 204 })
}
