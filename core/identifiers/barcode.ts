/** EAN-8, UPC-A and EAN-13 by their length; the last digit is the check digit. */
const form = /^(?:\d{8}|\d{12}|\d{13})$/

/**
 * Why a text cannot be a product's barcode, in Spanish: EAN-13, EAN-8 or UPC-A, digits only (contract,
 * section 2.3), with the check digit of the GS1 General Specifications.
 */
export const barcodeProblem = (text: string): string | undefined => {
  if (!form.test(text)) return "el código de barras debe tener 8 cifras (EAN-8), 12 (UPC-A) o 13 (EAN-13)"
  return weightedSum(text) % 10 === 0 ? undefined : "el dígito de control del código de barras no es correcto"
}

/** Weights 1 and 3 in turn from the check digit to the left: with it, the sum is a multiple of ten. */
const weightedSum = (digits: string): number => {
  let sum = 0
  for (let fromRight = 0; fromRight < digits.length; fromRight++) {
    sum += Number(digits.charAt(digits.length - 1 - fromRight)) * (fromRight % 2 === 0 ? 1 : 3)
  }
  return sum
}
