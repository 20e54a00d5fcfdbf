import { decimal, millimetres } from "../file/numbers.ts"
import { beginMark, type Page, sheet } from "../layout/page.ts"
import type { Figure } from "../layout/pageFlow.ts"
import type { Element } from "../layout/structure.ts"
import type { LogoImage } from "./logoImage.ts"

const tallest = millimetres(18)
const widest = millimetres(56)
/** The largest size of a pixel, in points: 110 pixels to the inch keep a small picture sharp. */
const pixelMax = 72 / 110
const spaceBelow = 8

/**
 * The logo, as large as its place and its pixels allow; `room` is the width of its place, in points. The image has the name
 * /L among the page's resources.
 */
export const logoFigure = ({ alto, ancho }: LogoImage, element: Element, room: number): Figure => {
  const scale = Math.min(pixelMax, tallest / alto, Math.min(widest, room) / ancho)
  const [width, height] = [ancho * scale, alto * scale]
  return {
    height: height + spaceBelow,
    draw: (page: Page, x: number, top: number): void => {
      const bottom = sheet.height - top - height
      const matrix = [width, 0, 0, height, x, bottom].map(decimal).join(" ")
      page.figures.push(beginMark(page, element, [x, bottom, x + width, bottom + height]), `q ${matrix} cm /L Do Q`, "EMC")
    },
  }
}
