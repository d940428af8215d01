import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { fromAuthError } from '../errors'
import { rememberSignUp } from './confirm-email'
import { emailProblem, readEmail } from './email'
import { nameProblem } from './full-name'
import { dropInviteProof, inviteProof } from './invite-proof'
import { isTooShort, PASSWORD_TOO_SHORT } from './password'
import { recordSession } from './record-session'
import { toSessionUser } from './session-query'
import { setCurrentUser } from './watch-session'

interface SignUpOptions {
  /** The token of an invite that the new account accepts. */
  inviteToken?: string | undefined
  /** The secret of the link with which the new account joins a cohort (rules/cohorts#link). */
  cohortToken?: string | undefined
  /** The absolute address of the link in the confirmation mail. */
  returnTo: string
}

/**
 * Creates an account and tries to sign in at once (rules/accounts#sign-up-then-in). If this tab came from the mail of the
 * invite, its proof confirms the email (rules/invites#invite-proof). Returns null if the person is signed in, and the id of the
 * sign-up for `isConfirmed` if the email must be confirmed first. An email that already has an account gets an id, too,
 * so that nobody learns about it. Throws DataError; a refusal by the database has status 422 and its own sentence.
 */
export async function signUp(
  client: DataClient,
  queries: QueryClient,
  form: SignUpForm,
  { inviteToken, cohortToken, returnTo }: SignUpOptions,
): Promise<string | null> {
  const email = readEmail(form.email)
  const proof = inviteProof(inviteToken)
  const { data, error } = await client.auth.signUp({
    email,
    password: form.password,
    options: {
      emailRedirectTo: returnTo,
      data: {
        name: form.name.trim(),
        phone: form.phone.trim(),
        terms_accepted: 'true',
        ...(inviteToken && { invite_token: inviteToken }),
        ...(proof && { invite_proof: proof }),
        ...(cohortToken && { cohort_token: cohortToken }),
      },
    },
  })
  if (error) throw fromAuthError(error)
  if (proof) dropInviteProof()
  const session = data.session ?? (await trySignIn(client, email, form.password))
  if (!session) {
    const id = data.user?.id ?? ''
    rememberSignUp(id)
    return id
  }
  recordSession(client, 'login', session.access_token)
  setCurrentUser(queries, toSessionUser(session))
  return null
}

async function trySignIn(client: DataClient, email: string, password: string) {
  const { data } = await client.auth.signInWithPassword({ email, password })
  return data.session
}

/**
 * Sends the confirmation mail again. Unknown and confirmed emails get the same answer. `returnTo` is the same as for
 * `signUp`. Throws DataError.
 */
export async function resendConfirmation(
  client: DataClient,
  email: string,
  returnTo: string,
): Promise<void> {
  const { error } = await client.auth.resend({
    type: 'signup',
    email: readEmail(email),
    options: { emailRedirectTo: returnTo },
  })
  if (error) throw fromAuthError(error)
}

/** The fields of a sign-up (rules/accounts#sign-up-fields). */
export interface SignUpForm {
  name: string
  email: string
  phone: string
  password: string
  confirmation: string
  /** Whether the person agrees to the terms and the privacy policy. */
  terms: boolean
}

export type SignUpProblems = { [field in keyof SignUpForm]?: string }

const REQUIRED = {
  phone: 'Phone is required',
  password: 'Password is required',
  confirmation: 'Password confirmation is required',
} as const

/** The fields in the order of the form. */
export const SIGN_UP_FIELDS = [
  'name',
  'email',
  'phone',
  'password',
  'confirmation',
  'terms',
] as const satisfies (keyof SignUpForm)[]

/** Returns the errors of a sign-up by field; an empty object if there are none. */
export function signUpProblems(form: SignUpForm): SignUpProblems {
  const problems: SignUpProblems = {}
  for (const field of ['phone', 'password', 'confirmation'] as const) {
    if (!form[field].trim()) problems[field] = REQUIRED[field]
  }
  const misnamed = nameProblem(form.name)
  if (misnamed) problems.name = misnamed
  const wrong = emailProblem(form.email)
  if (wrong) problems.email = wrong
  if (!problems.password && isTooShort(form.password)) problems.password = PASSWORD_TOO_SHORT
  if (!problems.confirmation && form.password !== form.confirmation) {
    problems.confirmation = "Passwords don't match"
  }
  if (!form.terms) problems.terms = 'Please accept the terms and the privacy policy'
  return problems
}
