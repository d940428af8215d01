import { isTooShort, PASSWORD_TOO_SHORT } from '../session/password'

/** A change of password, as its form holds it. */
export interface NewPassword {
  current: string
  password: string
  confirmation: string
}

export type PasswordProblems = { [field in keyof NewPassword]?: string }

/** What is wrong with a change of password, by field; an empty object when nothing is (rules/accounts#sign-up-fields). */
export function passwordProblems({
  current,
  password,
  confirmation,
}: NewPassword): PasswordProblems {
  const problems: PasswordProblems = {}
  if (!current) problems.current = 'Current password is required'
  if (!password) problems.password = 'New password is required'
  else if (isTooShort(password)) problems.password = PASSWORD_TOO_SHORT
  if (!confirmation) problems.confirmation = 'Password confirmation is required'
  else if (confirmation !== password) problems.confirmation = "Passwords don't match"
  return problems
}
