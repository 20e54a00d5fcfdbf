import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { parseIpAddress } from "../../core/text/ipAddress.ts"
import { isPublicAddress } from "../../core/webhooks/publicAddress.ts"
import { mayConnect, nothingAllowed, parseWebhookAllow } from "../../core/webhooks/webhookAllow.ts"
import { webhookUrlProblem } from "../../core/webhooks/webhookUrl.ts"

const addressOf = (text: string) => parseIpAddress(text) ?? assert.fail(text)
const allowOf = (text: string) => parseWebhookAllow(text) ?? assert.fail(text)
const problem = (url: string, allow = "") => webhookUrlProblem(url, allowOf(allow))
const isFine = (url: string, allow = "") => assert.isUndefined(problem(url, allow), url)
const isRefused = (url: string, motivo: RegExp, allow = "") => assert.match(problem(url, allow) ?? "", motivo, url)

/** The first and last addresses of each range that is not public, and others that lie in them. */
const notPublic = [
  "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.100.100.200", "100.127.255.255", "127.0.0.0",
  "127.0.0.1", "127.255.255.255", "168.63.129.16", "169.254.0.0", "169.254.169.254", "169.254.255.255", "172.16.0.0",
  "172.31.255.255", "192.0.0.0", "192.0.0.192", "192.0.0.255", "192.0.2.0", "192.0.2.255", "192.88.99.0", "192.88.99.255",
  "192.168.0.0", "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.0", "198.51.100.255", "203.0.113.0",
  "203.0.113.255", "224.0.0.0", "239.255.255.255", "240.0.0.0", "255.255.255.255",
  "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1", "64:ff9b::8.8.8.8",
  "64:ff9b:1::1", "100::1", "1fff:ffff::", "2001::", "2001:1ff:ffff::", "2001:db8::", "2001:db8:ffff::", "2002::",
  "2002:7f00:1::", "2002:ffff::", "3fff::", "3fff:fff:ffff::", "4000::", "5f00::1", "fc00::1", "fd00:ec2::254", "fe80::1",
  "fec0::1", "ff02::1",
]
/** Among them the addresses before and after each of those ranges. */
const everybodys = [
  "1.0.0.0", "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
  "168.63.129.15", "168.63.129.17", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255",
  "192.0.1.0", "192.0.1.255", "192.0.3.0", "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0", "198.17.255.255",
  "198.20.0.0", "198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255",
  "2000:ffff::", "2001:200::", "2001:4860:4860::8888", "2001:db7:ffff::", "2001:db9::", "2001:ffff::", "2003::",
  "2606:4700::1111", "2a00:1450:4003::200e", "3ffe:ffff::", "3fff:1000::", "3fff:ffff::",
]

describe("the address guard", () => {
  it("allows only public addresses", () => {
    for (const text of notPublic) assert.isFalse(isPublicAddress(addressOf(text)), text)
    for (const text of everybodys) assert.isTrue(isPublicAddress(addressOf(text)), text)
  })

  it("also allows what is listed by address, range or host", () => {
    const allow = allowOf(" 127.0.0.1, 10.0.0.0/8 ,[fd00::1],fd12::/16,Receptor.Internal,,")
    const may = (host: string, address: string) => mayConnect(allow, host, addressOf(address))
    for (const address of ["127.0.0.1", "10.9.8.7", "fd00::1", "fd12:3::4", "8.8.8.8"]) assert.isTrue(may("ejemplo.es", address))
    for (const address of ["127.0.0.2", "11.0.0.1", "192.168.1.1", "fd00::2", "::ffff:10.0.0.1"]) {
      assert.strictEqual(may("ejemplo.es", address), isPublicAddress(addressOf(address)), address)
      assert.isTrue(may("receptor.internal", address))
    }
    assert.isFalse(mayConnect(nothingAllowed, "localhost", addressOf("127.0.0.1")))
  })

  it("accepts only addresses, ranges and hosts in that list", () => {
    for (const wrong of ["localhost:8080", "http://localhost", "a/b", "10.0.0.0/99", "a b", "127.1", "0x7f000001", "usuario@a", "a?b", "1[::1]", "[::]1"]) {
      assert.isUndefined(parseWebhookAllow(`127.0.0.1,${wrong}`), wrong)
    }
    assert.deepStrictEqual(parseWebhookAllow(""), nothingAllowed)
    assert.deepStrictEqual(parseWebhookAllow(" , "), nothingAllowed)
  })
})

describe("the URL of a webhook", () => {
  it("is https, to a public name or address, on port 443 or from 1024 up", () => {
    const urls = [
      "https://ejemplo.es", "https://avisos.ejemplo.es/talonario?a=b&c=%20d", "HTTPS://Ejemplo.ES/Ruta",
      "https://ejemplo.es:443/", "https://ejemplo.es:1024/", "https://ejemplo.es:65535/", "https://8.8.8.8/x",
      "https://[2606:4700::1111]:8443/", "https://xn--and-6ma2c.es/", "https://ejemplo.es?a=%C3%B1", "https://a_b.ejemplo.es/",
      "https://localhost.ejemplo.es/", "https://local.es/", "https://test.es/", "https://a.latest/",
      `https://${"a.".repeat(125)}esp/`, "https://avisos.example/", "https://a.test/", "https://a.invalid/", "https://ejemplo.es/a@b", "https://ejemplo.es/?u=a@b",
    ]
    for (const url of urls) isFine(url)
  })

  it("is a full URL, without blanks, user or fragment", () => {
    const texts = [
      "", "ejemplo.es", "//ejemplo.es", "https:ejemplo.es", "https:/ejemplo.es", "https:///ejemplo.es", "https://",
      "https://ejem plo.es", " https://ejemplo.es", "https://ejemplo.es ", "https://ejemplo.es/a\nb", "https://ejemplo.es\\@10.0.0.1",
      "https://ejemplo.es:0x50/", "https://ejemplo.es:99999/", "ftp://ejemplo.es", "javascript:alert(1)", "https://256.1.1.1/",
      "https://[::1/", "https://%00.es", "https://ñandú.es/", "https://ejemplo.es/ñ", "https://ejemplo.es/%2", "https://ejemplo.es/{id}",
      "https://１２７.0.0.1/", "https://127。0。0。1/", "https://ｌｏｃａｌｈｏｓｔ/",
    ]
    for (const text of texts) isRefused(text, /dirección completa/)
    for (const user of ["u", "u:p", "", ":", "a@b"]) isRefused(`https://${user}@ejemplo.es`, /usuario ni contraseña/)
    for (const text of ["https://ejemplo.es#", "https://ejemplo.es/a#b"]) isRefused(text, /fragmento/)
    for (const port of [0, 1, 22, 80, 442, 444, 1023]) isRefused(`https://ejemplo.es:${port}/`, /puerto/)
    isRefused("http://ejemplo.es/", /https/)
  })

  it("names no address that is not public, however it is written", () => {
    for (const address of notPublic) isRefused(`https://${address.includes(":") ? `[${address}]` : address}/`, /pública/)
    const loopbacks = [
      "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "127.0.0.1.", "0",
      "%31%32%37.0.0.1", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:127.0.0.1]",
    ]
    for (const host of loopbacks) isRefused(`https://${host}/`, /pública/)
  })

  it("names no host of a local network", () => {
    const hosts = [
      "localhost", "LOCALHOST", "localhost.", "a.localhost", "servidor", "impresora.local", "api.internal",
      "metadata.google.internal", "nas.home.arpa", "home.arpa", "servidor.localdomain", "a.onion",
      "localdomain", "test", "ejemplo.es.", "a..es", ".ejemplo.es", "-a.es", "a-.es",
      `${"a".repeat(64)}.es`, `${"a.".repeat(127)}es`, `${"a.".repeat(126)}es`,
    ]
    for (const host of hosts) isRefused(`https://${host}/`, /nombre público/)
  })

  it("may be http and local if the host is allowed, and otherwise not", () => {
    const allow = "127.0.0.0/8,::1,localhost,receptor,receptor.local"
    for (const host of ["127.0.0.1", "127.9.9.9", "2130706433", "[::1]", "localhost", "LocalHost", "receptor"]) {
      for (const scheme of ["http", "https"]) isFine(`${scheme}://${host}:8080/x`, allow)
      isRefused(`https://${host}:22/`, /puerto/, allow)
      isRefused(`https://u@${host}/`, /usuario/, allow)
    }
    isFine("http://localhost/x", allow)
    isFine("http://localhost:443/x", allow)
    isFine("http://receptor.local/x", allow)
    isRefused("https://otro.local/x", /nombre público/, allow)
    isRefused("http://ejemplo.es/", /https/, allow)
    isRefused("https://10.0.0.1/", /pública/, allow)
    isRefused("https://otro/", /nombre público/, allow)
    isFine("https://ejemplo.es/", allow)
  })

  it("may name this machine if its address is allowed", () => {
    for (const allow of ["127.0.0.1", "127.0.0.0/8", "::1"]) isFine("http://localhost:8080/x", allow)
    for (const allow of ["127.0.0.2", "10.0.0.0/8"]) isRefused("https://localhost:8080/x", /nombre público/, allow)
  })

  it("never allows a literal address that the guard would not", () => {
    fc.assert(fc.property(fc.oneof(fc.ipV4Extended(), fc.ipV6().map((text) => `[${text}]`)), (host) => {
      const url = `https://${host}/`
      const { hostname } = new URL(url)
      const address = addressOf(hostname.replace(/^\[|\]$/g, ""))
      assert.strictEqual(problem(url) === undefined, isPublicAddress(address), url)
    }), { numRuns: 5000 })
  })
})
