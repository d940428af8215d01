import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { fromAuthError } from '../errors'
import { readEmail } from './email'
import { recordSession } from './record-session'
import { toSessionUser } from './session-query'
import type { SignUpForm } from './sign-up-form'
import { setCurrentUser } from './watch-session'

interface SignUpOptions {
  /** Of the invite that is to be redeemed with the account. */
  inviteToken?: string | undefined
  /** Where the link of the confirmation mail leads, absolute. */
  returnTo: string
}

/**
 * Makes an account and tries to sign in at once (rules/accounts#sign-up-then-in): true when that worked, false when the
 * address has to be confirmed first. An address that has an account already is answered in the same
 * way, so that it stays unknown. Throws DataError; a refusal of the database has status 422 and
 * its own sentence.
 */
export async function signUp(
  client: DataClient,
  queries: QueryClient,
  form: SignUpForm,
  { inviteToken, returnTo }: SignUpOptions,
): Promise<boolean> {
  const email = readEmail(form.email)
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
      },
    },
  })
  if (error) throw fromAuthError(error)
  const session = data.session ?? (await trySignIn(client, email, form.password))
  if (!session) return false
  recordSession(client, 'login', session.access_token)
  setCurrentUser(queries, toSessionUser(session))
  return true
}

async function trySignIn(client: DataClient, email: string, password: string) {
  const { data } = await client.auth.signInWithPassword({ email, password })
  return data.session
}

/**
 * Sends the confirmation mail once more; unknown and confirmed addresses are answered alike.
 * `returnTo` as for `signUp`. Throws DataError.
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
