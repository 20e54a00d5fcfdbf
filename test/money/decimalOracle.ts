/**
 * The shortest decimal form of a number, such as "-12.34", rounded half away from zero to that many places, in the fewest
 * digits. It carries over single digits, as taught in school, and shares nothing with the code under test.
 */
export const roundedText = (value: number, places: number): string => {
  const [mantissa = "", exponentText = ""] = Math.abs(value).toExponential().split("e")
  const exponent = Number(exponentText)
  const digits = mantissa.replace(".", "")
  // The digits, with the decimal point `point` characters in.
  const plain = exponent >= 0 ? digits.padEnd(exponent + 1, "0") : "0".repeat(-exponent) + digits
  const point = exponent >= 0 ? exponent + 1 : 1
  const kept = Array.from(plain.padEnd(point + places, "0").slice(0, point + places), Number)
  if (Number(plain[point + places] ?? "0") >= 5) {
    let at = kept.length - 1
    while (kept[at] === 9) kept[at--] = 0
    if (at < 0) kept.unshift(1)
    else kept[at] = (kept[at] ?? 0) + 1
  }
  const whole = kept.slice(0, -places).join("").replace(/^0+(?=\d)/, "")
  const fraction = kept.slice(-places).join("").replace(/0+$/, "")
  const text = fraction === "" ? whole : `${whole}.${fraction}`
  return value < 0 && text !== "0" ? `-${text}` : text
}
