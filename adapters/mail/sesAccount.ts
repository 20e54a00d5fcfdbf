/** An account's state, its permissions or an identity, as SES names them (Amazon SES, "Email sending errors"). */
const aboutAccount = /address (?:is )?not verified|sending (?:paused|suspended) for this account|^554 access denied: user/i

/**
 * Whether these words of SES refuse a letter over something that an operator can mend. Over SMTP it says them only at the end
 * of the letter, with 554 (Amazon SES, "SMTP response codes").
 */
export const isAboutSesAccount = (words: string): boolean => aboutAccount.test(words)
