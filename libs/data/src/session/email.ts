/** Whether a text has the form of an e-mail address, as the database asks it of invites. */
export function isEmail(text: string): boolean {
  return /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text.trim())
}

/** What is wrong with a field that asks for an address, or null (rules/accounts#sessions). */
export function emailProblem(text: string): string | null {
  if (!text.trim()) return 'Email is required'
  return isEmail(text) ? null : 'Please enter a valid email address'
}
