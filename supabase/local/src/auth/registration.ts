import type { AuthContext, Call, Transaction } from './context'
import { hasFlow } from './flow-state'
import { askBeforeUserCreated } from './hooks'
import { type Asked, sendConfirmation } from './mails'
import { inTransaction } from './transaction'
import { createUser, findUserByEmail, lockAddress, lockUser, type User, updateUser } from './users'

/** What came of a sign-up. */
interface Registration<T> {
  /** The account that was made; null when the address had one already. */
  newId: string | null
  /** What `whenConfirmed` gave; null while the address has to be confirmed, or had an account. */
  result: T | null
}

/**
 * Signs an address up, in one transaction: the account with everything its triggers make, and the
 * mail that confirms it. For an address that is known and confirmed nothing is done.
 *
 * One that is known but not confirmed may be another person's preparation, or the owner's who signs up
 * again: of the account only the password changes, and what the mail does to it when it is used. The
 * password of a sign-up that named a challenge counts once that browser takes the link's code. Where
 * no sign-up did, there is nothing to tell them apart by, and the newest password counts.
 *
 * So that no caller learns from a refusal which addresses are known, the hook is asked about each of
 * them, which GoTrue does not do.
 *
 * @param whenConfirmed what else happens in the transaction when a new address counts as confirmed at
 * once (a trigger does that while verification is not required).
 * @throws ApiError what the hook or a trigger refuses with, unexpected_failure
 */
export async function register<T>(
  ctx: AuthContext,
  call: Call,
  account: { email: string; passwordHash: string; metadata: Record<string, unknown> },
  asked: Asked,
  whenConfirmed: (tx: Transaction, user: User) => Promise<T>,
): Promise<Registration<T>> {
  const { email, passwordHash: chosen, metadata } = account
  await askBeforeUserCreated(ctx, call, account)
  return inTransaction(ctx, 'Database error saving new user', async (tx) => {
    await lockAddress(tx.db, email)
    const found = await findUserByEmail(tx.db, email)
    if (found) {
      // Read under the lock: the owner may just be confirming it.
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
  asked: Asked,
): Promise<void> {
  const challenged = asked.challenge !== null || (await hasFlow(tx.db, known.id, 'email/signup'))
  const again = await updateUser(tx.db, known, { encrypted_password: chosen })
  await sendConfirmation(ctx, tx, again, asked, { keepsPassword: !challenged, chosen })
}
