import { hasHiddenCharacters } from '../hidden-characters'
import { emailProblem } from './email'
import { isTooShort, PASSWORD_TOO_SHORT } from './password'

/** What a sign-up asks for (rules/accounts#sign-up-fields). */
export interface SignUpForm {
  name: string
  email: string
  phone: string
  password: string
  confirmation: string
  /** Consent to the terms and the privacy policy. */
  terms: boolean
}

export type SignUpProblems = { [field in keyof SignUpForm]?: string }

const REQUIRED = {
  name: 'Full name is required',
  phone: 'Phone is required',
  password: 'Password is required',
  confirmation: 'Password confirmation is required',
} as const

/** The fields in the order in which they stand. */
export const SIGN_UP_FIELDS = [
  'name',
  'email',
  'phone',
  'password',
  'confirmation',
  'terms',
] as const satisfies (keyof SignUpForm)[]

/** What is wrong with a sign-up, by field; an empty object when nothing is. */
export function signUpProblems(form: SignUpForm): SignUpProblems {
  const problems: SignUpProblems = {}
  for (const field of ['name', 'phone', 'password', 'confirmation'] as const) {
    if (!form[field].trim()) problems[field] = REQUIRED[field]
  }
  if (hasHiddenCharacters(form.name)) problems.name = 'Name must not contain invisible characters'
  const wrong = emailProblem(form.email)
  if (wrong) problems.email = wrong
  if (!problems.password && isTooShort(form.password)) problems.password = PASSWORD_TOO_SHORT
  if (!problems.confirmation && form.password !== form.confirmation) {
    problems.confirmation = "Passwords don't match"
  }
  if (!form.terms) problems.terms = 'Please accept the terms and the privacy policy'
  return problems
}
