import type { AuthContext, Call, Transaction } from './context'
import { hasFlow } from './flow-state'
import { callBeforeUserCreated } from './hooks'
import { type MailRequest, sendConfirmation } from './mails'
import { inTransaction } from './transaction'
import { createUser, findUserByEmail, lockAddress, lockUser, type User, updateUser } from './users'

/** The result of a sign-up. */
interface Registration<T> {
  /** The id of the created account; null if the email had one already. */
  newId: string | null
  /** The result of `whenConfirmed`; null if the email still has to be confirmed, or had an account. */
  result: T | null
}

/**
 * Signs an email up, in one transaction: creates the account with all that its triggers create, and the mail
 * that confirms it. For a known and confirmed email, nothing is done.
 *
 * A known but unconfirmed account may have been prepared by another person, or the owner signs up again. Only
 * its password changes, and what the mail does to the password. If the sign-up sent a PKCE challenge, the
 * password becomes valid when that browser exchanges the link's code. If no sign-up sent one, they cannot be
 * told apart, and the newest password counts.
 *
 * The hook is called for known emails too, so that its refusal does not reveal which are known; GoTrue does
 * not do this.
 *
 * @param whenConfirmed runs in the transaction if a new email counts as confirmed at once (a trigger does
 * that while verification is not required)
 * @throws ApiError the refusal of the hook or a trigger, unexpected_failure
 */
export async function register<T>(
  ctx: AuthContext,
  call: Call,
  account: { email: string; passwordHash: string; metadata: Record<string, unknown> },
  asked: MailRequest,
  whenConfirmed: (tx: Transaction, user: User) => Promise<T>,
): Promise<Registration<T>> {
  const { email, passwordHash: chosen, metadata } = account
  await callBeforeUserCreated(ctx, call, account)
  return inTransaction(ctx, 'Database error saving new user', async (tx) => {
    await lockAddress(tx.db, email)
    const found = await findUserByEmail(tx.db, email)
    if (found) {
      // The account is read under the lock, because the owner may just be confirming it.
      const known = await lockUser(tx.db, found.id)
      if (!known.email_confirmed_at) await signUpAgain(ctx, tx, known, chosen, asked)
      return { newId: null, result: null }
    }
    const user = await createUser(tx.db, { email, passwordHash: chosen, metadata })
    if (user.email_confirmed_at) return { newId: user.id, result: await whenConfirmed(tx, user) }
    await sendConfirmation(ctx, tx, user, asked, { keepsPassword: true, chosen })
    return { newId: user.id, result: null }
  })
}

async function signUpAgain(
  ctx: AuthContext,
  tx: Transaction,
  known: User,
  chosen: string,
  asked: MailRequest,
): Promise<void> {
  const challenged = asked.challenge !== null || (await hasFlow(tx.db, known.id, 'email/signup'))
  const again = await updateUser(tx.db, known, { encrypted_password: chosen })
  await sendConfirmation(ctx, tx, again, asked, { keepsPassword: !challenged, chosen })
}
