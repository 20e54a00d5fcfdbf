/** Why a letter is not sent, or not to all, where its server takes it for others. */
export const refusedRecipients = (refused: number, all: number): string =>
  `el servidor rechazó ${refused} de ${all} destinatarios`
