/** The digits of an EAN-8, a UPC-A or an EAN-13. */
const form = /^(?:\d{8}|\d{12}|\d{13})$/

/**
 * Why a text cannot be a product's barcode, in Spanish; undefined where it can. It must be an EAN-13, EAN-8 or UPC-A (contract,
 * section 2.3) that ends in the check digit of the GS1 General Specifications.
 */
export const barcodeProblem = (text: string): string | undefined => {
  if (!form.test(text)) return "el código de barras debe tener 8 cifras (EAN-8), 12 (UPC-A) o 13 (EAN-13)"
  return weightedSum(text) % 10 === 0 ? undefined : "el dígito de control del código de barras no es correcto"
}

/** The sum of the digits, weighted 1 and 3 in turn from the right: a multiple of ten, thanks to the check digit. */
const weightedSum = (digits: string): number => {
  let sum = 0
  for (let fromRight = 0; fromRight < digits.length; fromRight++) {
    sum += Number(digits.charAt(digits.length - 1 - fromRight)) * (fromRight % 2 === 0 ? 1 : 3)
  }
  return sum
}
