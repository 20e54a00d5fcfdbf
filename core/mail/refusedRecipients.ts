/** The error of a letter that the server took for some of its addresses and refused for others. */
export const refusedRecipients = (refused: number, all: number): string =>
  `el servidor rechazó ${refused} de ${all} destinatarios`
