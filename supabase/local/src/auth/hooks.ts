import { randomUUID } from 'node:crypto'
import { isObject } from './body'
import type { AuthContext, Call } from './context'
import { ApiError } from './errors'
import { inTransaction } from './transaction'

/** Milliseconds in which the hook has to answer, as in GoTrue. */
const hookTimeout = 2000

/**
 * Calls the hook function from config.toml, which decides whether an account may be created. Like GoTrue, it
 * does so before the transaction that creates the account.
 *
 * @throws ApiError with the status and the sentence of the hook's refusal
 */
export async function callBeforeUserCreated(
  ctx: AuthContext,
  call: Call,
  account: { email: string; metadata: Record<string, unknown> },
): Promise<void> {
  const name = ctx.config.beforeUserCreated
  if (name === null) return
  const event = {
    metadata: {
      uuid: randomUUID(),
      time: new Date().toISOString(),
      name: 'before-user-created',
      ip_address: call.ip ?? '',
    },
    user: {
      id: randomUUID(),
      aud: 'authenticated',
      role: '',
      email: account.email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: account.metadata,
      identities: [],
      created_at: '0001-01-01T00:00:00Z',
      updated_at: '0001-01-01T00:00:00Z',
      is_anonymous: false,
    },
  }
  const answer = await inTransaction(ctx, 'Error running hook', async ({ db }) => {
    await db.query(`set local statement_timeout to ${hookTimeout}`)
    const { rows } = await db.query<{ answer: unknown }>(`select ${name}($1) as answer`, [event])
    return rows[0]?.answer
  })
  const error = isObject(answer) ? answer.error : undefined
  if (!isObject(error) || typeof error.message !== 'string' || error.message === '') return
  const status = typeof error.http_code === 'number' ? error.http_code : 500
  throw new ApiError(status, status === 500 ? 'unexpected_failure' : 'unknown', error.message)
}
