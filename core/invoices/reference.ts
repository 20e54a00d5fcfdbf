/** Series and number joined by a hyphen (contract, `referencia`). A series may hold hyphens: the last one is this. */
export const reference = (serie: string, numero: number): string => `${serie}-${numero}`
