import type { AuthContext, Transaction } from './context'
import { ApiError, fromDatabase } from './errors'

/**
 * Runs `work` in one transaction and sends its mails after the commit, so that a link works as soon as its
 * mail is readable, and a refused sign-up sends no mail.
 *
 * @param message the answer if the database refuses for its own reason
 * @throws ApiError after a rollback
 */
export async function inTransaction<T>(
  ctx: AuthContext,
  message: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const db = await ctx.pool.connect()
  const tx: Transaction = { db, mails: [] }
  let result: T
  try {
    await db.query('begin')
    result = await work(tx)
    await db.query('commit')
    db.release()
  } catch (error) {
    // A connection on which the rollback fails is broken, so it is removed from the pool.
    const broken = await db.query('rollback').then(
      () => undefined,
      (failure: Error) => failure,
    )
    db.release(broken)
    throw fromDatabase(error, message)
  }
  for (const mail of tx.mails) {
    try {
      await ctx.mailer.send(mail)
    } catch (error) {
      ctx.log(
        `a ${mail.kind} mail was not stored: ${error instanceof Error ? error.message : error}`,
      )
      throw new ApiError(500, 'unexpected_failure', `Error sending ${mail.kind} email`)
    }
  }
  return result
}
