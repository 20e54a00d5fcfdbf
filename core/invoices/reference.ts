/** Series and number joined with a hyphen (contract, `referencia`); the last hyphen is the one that joins. */
export const reference = (serie: string, numero: number): string => `${serie}-${numero}`
