import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { ibanProblem, normaliseIban } from "../../core/identifiers/iban.ts"

// One example of each country of the SWIFT registry.
const examples = [
  "AD1200012030200359100100", "AE070331234567890123456", "AL47212110090000000235698741", "AT611904300234573201",
  "AZ21NABZ00000000137010001944", "BA391290079401028494", "BE68539007547034", "BG80BNBG96611020345678",
  "BH67BMAG00001299123456", "BI4210000100010000332045181", "BR1800360305000010009795493C1", "BY13NBRB3600900000002Z00AB00",
  "CH9300762011623852957", "CR05015202001026284066", "CY17002001280000001200527600", "CZ6508000000192000145399",
  "DE89370400440532013000", "DJ2100010000000154000100186", "DK5000400440116243", "DO28BAGR00000001212453611324",
  "EE382200221020145685", "EG380019000500000000263180002", "ES9121000418450200051332", "FI2112345600000785",
  "FK88SC123456789012", "FO6264600001631634", "FR1420041010050500013M02606", "GB29NWBK60161331926819",
  "GE29NB0000000101904917", "GI75NWBK000000007099453", "GL8964710001000206", "GR1601101250000000012300695",
  "GT82TRAJ01020000001210029690", "HN88CABF00000000000250005469", "HR1210010051863000160", "HU42117730161111101800000000",
  "IE29AIBK93115212345678", "IL620108000000099999999", "IQ98NBIQ850123456789012", "IS140159260076545510730339",
  "IT60X0542811101000000123456", "JO94CBJO0010000000000131000302", "KW81CBKU0000000000001234560101", "KZ86125KZT5004100100",
  "LB62099900000001001901229114", "LC55HEMM000100010012001200023015", "LI21088100002324013AA", "LT121000011101001000",
  "LU280019400644750000", "LV80BANK0000435195001", "LY83002048000020100120361", "MC5811222000010123456789030",
  "MD24AG000225100013104168", "ME25505000012345678951", "MK07250120000058984", "MN121234123456789123",
  "MR1300020001010000123456753", "MT84MALT011000012345MTLCAST001S", "MU17BOMM0101101030300200000MUR",
  "NI45BAPR00000013000003558124", "NL91ABNA0417164300", "NO9386011117947", "OM810180000001299123456",
  "PK36SCBL0000001123456702", "PL61109010140000071219812874", "PS92PALS000000000400123456702", "PT50000201231234567890154",
  "QA58DOHB00001234567890ABCDEFG", "RO49AAAA1B31007593840000", "RS35260005601001611379",
  "RU0304452522540817810538091310419", "SA0380000000608010167519", "SC18SSCB11010000000000001497USD", "SD2129010501234001",
  "SE4550000000058398257466", "SI56263300012039086", "SK3112000000198742637541", "SM86U0322509800000000270100",
  "SO211000001001000100141", "ST68000100010051845310112", "SV62CENR00000000000000700025", "TL380080012345678910157",
  "TN5910006035183598478831", "TR330006100519786457841326", "UA213223130000026007233566001", "VA59001123000012345678",
  "VG96VPVG0000012345678901", "XK051212012345678906", "YE15CBYE0001018861234567891234",
]

const wrongForm = "el IBAN no tiene la forma de un número de cuenta internacional"
const wrongDigits = "los dígitos de control del IBAN no son correctos"

describe("IBAN", () => {
  it("is accepted as printed, once normalised", () => {
    for (const iban of examples) {
      const printed = iban.toLowerCase().replace(/(.{4})/g, "$1 ")
      assert.strictEqual(normaliseIban(printed), iban)
      assert.isUndefined(ibanProblem(iban), iban)
    }
  })

  it("is refused with any single digit wrong", () => {
    const change = fc.tuple(fc.constantFrom(...examples), fc.nat(30), fc.integer({ min: 1, max: 9 }))
    fc.assert(fc.property(change, ([iban, place, by]) => {
      const character = iban.charAt(place)
      fc.pre(/^\d$/.test(character))
      const wrong = String((Number(character) + by) % 10)
      const problem = ibanProblem(iban.slice(0, place) + wrong + iban.slice(place + 1))
      assert.include([wrongDigits, wrongForm], problem)
      if (place > 3) assert.strictEqual(problem, wrongDigits)
    }))
  })

  it("has the length its country prescribes", () => {
    assert.strictEqual(ibanProblem("ES912100041845020005133"), "un IBAN de ES tiene 24 caracteres")
    for (const iban of examples) {
      assert.strictEqual(ibanProblem(`${iban}0`), `un IBAN de ${iban.slice(0, 2)} tiene ${iban.length} caracteres`)
    }
  })

  it("is checked modulo 97 only where the country's length is not known", () => {
    assert.isUndefined(ibanProblem("CI93CI0080111301134291200589"))
    assert.strictEqual(ibanProblem("CI94CI0080111301134291200589"), wrongDigits)
  })

  it("has exactly one pair of check digits for each account", () => {
    const pairs = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, "0"))
    // Two hundred accounts cover every remainder, including those that 00, 01 and 99 would fit as well.
    for (let n = 0; n < 200; n++) {
      const account = String(n).padStart(18, "0")
      assert.strictEqual(pairs.filter((pair) => ibanProblem(`XX${pair}${account}`) === undefined).length, 1)
    }
  })

  it("is refused in other forms", () => {
    const wrong = ["", "ES", "9121000418450200051332", "ES91 2100 0418 4502 0005 1332",
      "es9121000418450200051332", "ES91210004184502000513é2", "ES9121000418450200051332é",
      "1ES9121000418450200051332", "ES9A21000418450200051332", `ES91${"0".repeat(40)}`]
    for (const text of wrong) assert.strictEqual(ibanProblem(text), wrongForm, text)
  })
})
