import { shop } from "../../lib/talonario"

/** What workers have to do, for a schedule to call (`vercel.json`, cron): webhooks, mail, records. Nobody else may. */
export const GET = async (request: Request): Promise<Response> => {
  const { CRON_SECRET } = process.env
  const isSchedule = CRON_SECRET !== undefined && request.headers.get("authorization") === `Bearer ${CRON_SECRET}`
  if (!isSchedule) return new Response(null, { status: 404 })
  const { talonario } = await shop()
  await talonario.workOff()
  return new Response(null, { status: 204 })
}
