import { decimal6 } from "./decimal.ts"

/**
 * The active codes of ISO 4217 (list one, 2026), except XXX (no currency) and XTS (for tests). Each word is a first letter,
 * followed by the other two letters of every code that begins with it: "HKDNL…" stands for HKD, HNL and so on.
 */
const codes = "AEDFNLLMDOARSUDWGZN BAMBDDTHDIFMDNDOBOVRLSDTNWPYNZD CADDFHEHFHWLFLPNYOPOURCUPVEZK DJFKKOPZD "
  + "EGPRNTBUR FJDKP GBPELHSIPMDNFTQYD HKDNLTGUF IDRLSNRQDRRSK JMDODPY KESGSHRMFPWRWWDYDZT LAKBPKRRDSLYD "
  + "MADDLGAKDMKNTOPRUURVRWKXNXVYRZN NADGNIOOKPRZD OMR PABENGKHPKRLNYG QAR RONSDUBWF "
  + "SARBDCRDGEKGDHPLEOSRDSPTNVCYPZL THBJSMTNDOPRYTDWDZS UAHGXSDSNYIYUYWZS VEDESNDUV WST "
  + "XADAFAGAUBABBBCBDCDCGDROFPDPFPTSUUA YER ZARMWWG"

const active: ReadonlySet<string> = new Set(codes.split(" ").flatMap(([first = "", ...rest]) =>
  rest.flatMap((letter, i) => (i % 2 === 0 ? [`${first}${letter}${rest[i + 1]}`] : []))))

/** Whether a text is the code of an active currency of ISO 4217. */
export const isCurrency = (code: string): boolean => active.has(code)

/** The exchange rate of the euro, in EUR: 1. */
export const euroRate = decimal6(1_000_000)
