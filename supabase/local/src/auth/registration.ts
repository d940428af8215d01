import type { AuthContext, Call, Transaction } from './context'
import { violates } from './errors'
import { askBeforeUserCreated } from './hooks'
import { type Asked, sendConfirmation } from './mails'
import { inTransaction } from './transaction'
import { createUser, findUserByEmail, type User } from './users'

/** What came of a sign-up. */
interface Registration<T> {
  /** The account that was made; null when the address had one already. */
  newId: string | null
  /** What `whenConfirmed` gave; null while the address has to be confirmed, or had an account. */
  result: T | null
}

/**
 * Signs an address up, in one transaction: the account with everything its triggers make, and the
 * mail that confirms it. For an address that is known and confirmed nothing is done; one that is
 * known but not confirmed only gets the mail again: nobody has proved yet whose it is, so nothing of
 * the account changes.
 *
 * So that nobody learns from a refusal which addresses are known, the hook is asked about each of
 * them and the pause between two mails is counted for each, which GoTrue does not do.
 *
 * @param whenConfirmed what else happens in the transaction when a new address counts as confirmed at
 * once (a trigger does that while verification is not required).
 * @throws ApiError what the hook or a trigger refuses with, over_email_send_rate_limit, unexpected_failure
 */
export async function register<T>(
  ctx: AuthContext,
  call: Call,
  account: { email: string; passwordHash: string; metadata: Record<string, unknown> },
  asked: Asked,
  whenConfirmed: (tx: Transaction, user: User) => Promise<T>,
): Promise<Registration<T>> {
  await askBeforeUserCreated(ctx, call, account)
  const attempt = () =>
    inTransaction(ctx, 'Database error saving new user', async (tx) => {
      const known = await findUserByEmail(tx.db, account.email)
      if (known) {
        if (known.email_confirmed_at) ctx.limits.mail('confirmation', account.email)
        else await sendConfirmation(ctx, tx, known, asked)
        return { newId: null, result: null }
      }
      const user = await createUser(tx.db, account.email, account.passwordHash, account.metadata)
      if (user.email_confirmed_at) return { newId: user.id, result: await whenConfirmed(tx, user) }
      await sendConfirmation(ctx, tx, user, asked)
      return { newId: user.id, result: null }
    })
  try {
    return await attempt()
  } catch (error) {
    // Somebody signed the same address up at the same moment: now it is known. Once only, because a
    // row that has the address and is not found by it would refuse each time.
    if (!(error instanceof Error) || !violates(error.cause, 'users_email_partial_key')) throw error
    return attempt()
  }
}
