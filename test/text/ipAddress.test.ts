import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { isInRange, parseAddressRange, parseIpAddress } from "../../core/text/ipAddress.ts"

const rangeOf = (text: string) => parseAddressRange(text) ?? assert.fail(text)
const addressOf = (text: string) => parseIpAddress(text) ?? assert.fail(text)

describe("IP addresses", () => {
  it("of version 4 are read as four bytes", () => {
    const bytes = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
    fc.assert(fc.property(bytes, (parts) => {
      assert.deepStrictEqual(parseIpAddress(parts.join(".")), parts)
    }), { numRuns: 2000 })
  })

  it("of version 6 are read however they are abbreviated", () => {
    const loopback = [...Array.from({ length: 15 }, () => 0), 1]
    for (const text of ["::1", "0:0:0:0:0:0:0:1", "0000:0000::0001", "::0.0.0.1", "0::1"]) {
      assert.deepStrictEqual(parseIpAddress(text), loopback, text)
    }
    assert.deepStrictEqual(parseIpAddress("::"), Array.from({ length: 16 }, () => 0))
    assert.deepStrictEqual(addressOf("2001:DB8::ff").slice(0, 4), [0x20, 1, 0xd, 0xb8])
    assert.deepStrictEqual(parseIpAddress("::ffff:192.0.2.1"), parseIpAddress("::ffff:c000:201"))
  })

  it("are read the same as URL parsing writes them", () => {
    fc.assert(fc.property(fc.ipV6(), (text) => {
      const { hostname } = new URL(`https://[${text}]/`)
      assert.deepStrictEqual(parseIpAddress(hostname.slice(1, -1)), addressOf(text), text)
    }), { numRuns: 2000 })
  })

  it("are in no other form", () => {
    const wrong = [
      "", "1", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "0x7f.0.0.1", "1.2.3.4 ", " 1.2.3.4", "a.b.c.d",
      ":", ":::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::8:9", "1:2:3:4:5:6:7::8", "12345::", "g::", "[::1]",
      "fe80::1%eth0", "1.2.3.4::", "::1.2.3", "::256.0.0.1", "ejemplo.es",
    ]
    for (const text of wrong) assert.isUndefined(parseIpAddress(text), text)
  })
})

describe("address ranges", () => {
  it("contain what begins with the same bits, of the same family", () => {
    const cases: ReadonlyArray<readonly [string, ReadonlyArray<string>, ReadonlyArray<string>]> = [
      ["10.0.0.0/8", ["10.0.0.0", "10.255.255.255"], ["9.255.255.255", "11.0.0.0", "::a00:0"]],
      ["10.9.9.9/8", ["10.0.0.1"], ["11.0.0.1"]],
      ["100.64.0.0/10", ["100.64.0.0", "100.127.255.255"], ["100.63.255.255", "100.128.0.0"]],
      ["192.0.2.7", ["192.0.2.7"], ["192.0.2.6", "192.0.2.8"]],
      ["0.0.0.0/0", ["1.2.3.4", "255.255.255.255"], ["::1"]],
      ["fc00::/7", ["fc00::", "fdff:ffff::1"], ["fbff::", "fe00::"]],
      ["64:ff9b::/96", ["64:ff9b::1.2.3.4"], ["64:ff9b:0:0:0:1::"]],
      ["::1", ["::1"], ["::", "::2"]],
    ]
    for (const [range, inside, outside] of cases) {
      for (const text of inside) assert.isTrue(isInRange(addressOf(text), rangeOf(range)), `${text} in ${range}`)
      for (const text of outside) assert.isFalse(isInRange(addressOf(text), rangeOf(range)), `${text} in ${range}`)
    }
  })

  it("are invalid with too many bits or none", () => {
    for (const text of ["1.2.3.4/33", "::/129", "1.2.3.4/", "/8", "10/8", "1.2.3.4/-1", "1.2.3.4/8/8", "a/8", "a/1.2.3.4/8"]) {
      assert.isUndefined(parseAddressRange(text), text)
    }
  })
})
