import { assert, it } from "@effect/vitest"
import { makeTalonario, valueOf } from "../../runtimes/embedded/makeTalonario.ts"

const until = async (isSo: () => boolean): Promise<boolean> => {
  for (let waited = 0; waited < 10_000 && !isSo(); waited += 50) await new Promise((resolve) => setTimeout(resolve, 50))
  return isSo()
}

// Where the clock throws, so does the log, which states the time.
for (const [when, isBrokenAtStart] of [["while workers begin", true], ["while they wait", false]] as const) {
  it(`a host's clock that throws for a while, ${when}, ends no worker`, async () => {
    let isBroken = false
    let asked = 0
    let sent = 0
    const now = () => {
      asked++
      if (isBroken) throw new Error("no time")
      return Date.now()
    }
    const send = async () => {
      sent++
      return { codigo: 200 }
    }
    const talonario = await makeTalonario({ log: () => {}, clock: { now }, webhookSender: { send } })
    const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Empresa", nif: "B12345674" }))
    const { facturas, webhooks } = talonario.company(id, "live")
    valueOf(await webhooks.createWebhook({ url: "https://avisos.ejemplo.es", sucesos: ["invoice.created"] }))
    isBroken = isBrokenAtStart
    talonario.work()
    await new Promise((resolve) => setTimeout(resolve, 500))
    isBroken = true
    const before = asked
    await until(() => asked > before + 10)
    isBroken = false
    valueOf(await facturas.createInvoice({ lineas: [] }))
    assert.isTrue(await until(() => sent === 1))
    await talonario.close()
  }, 40_000)
}
