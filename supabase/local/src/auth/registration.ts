import type { AuthContext, Call, Transaction } from './context'
import { violates } from './errors'
import { askBeforeUserCreated } from './hooks'
import { type Asked, sendConfirmation } from './mails'
import { inTransaction } from './transaction'
import { createUser, findUserByEmail, type User } from './users'

/** What came of a sign-up. */
type Registration<T> =
  /** The address was taken and confirmed before: nothing was done. */
  { known: true } | { known: false; user: User; result: T | null }

/**
 * Signs an address up, in one transaction: the account with everything its triggers make, and the
 * mail that confirms it. An address that is known but not confirmed only gets the mail again: nobody
 * has proved yet whose it is, so nothing of the account changes.
 *
 * @param whenConfirmed what else happens in the transaction when the address counts as confirmed at
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
  if (!(await findUserByEmail(ctx.pool, account.email))) {
    await askBeforeUserCreated(ctx, call, account)
  }
  try {
    return await inTransaction(ctx, 'Database error saving new user', async (tx) => {
      const known = await findUserByEmail(tx.db, account.email)
      if (known?.email_confirmed_at) return { known: true }
      const user =
        known ?? (await createUser(tx.db, account.email, account.passwordHash, account.metadata))
      if (user.email_confirmed_at) {
        return { known: false, user, result: await whenConfirmed(tx, user) }
      }
      return { known: false, user: await sendConfirmation(ctx, tx, user, asked), result: null }
    })
  } catch (error) {
    // Somebody signed the same address up at the same moment: now it is known.
    if (!(error instanceof Error) || !violates(error.cause, 'users_email_partial_key')) throw error
    return register(ctx, call, account, asked, whenConfirmed)
  }
}
