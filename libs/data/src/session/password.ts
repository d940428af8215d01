/** Characters that a password has at least, at sign-up as at reset (rules/accounts#sessions). */
const PASSWORD_LENGTH = 6

export const PASSWORD_TOO_SHORT = 'Password must be at least 6 characters long.'

/** Whether a password has fewer characters than Auth takes. */
export function isTooShort(password: string): boolean {
  return password.length < PASSWORD_LENGTH
}
