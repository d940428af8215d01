import { flagOf } from '../../body'
import { requireServiceRole } from '../../caller'
import { type AuthContext, type Call, ok } from '../../context'
import { invalid } from '../../errors'
import { inTransaction } from '../../transaction'
import { userJson } from '../../users'
import { findAccount } from './account'

/** GET /admin/users/:userId */
export async function readAccount(ctx: AuthContext, call: Call): Promise<Response> {
  await requireServiceRole(ctx, call)
  return ok(await userJson(ctx.pool, await findAccount(ctx, call)))
}

/** DELETE /admin/users/:userId: deletes an account for good; GoTrue's soft deletion is not supported. */
export async function deleteAccount(ctx: AuthContext, call: Call): Promise<Response> {
  await requireServiceRole(ctx, call)
  const user = await findAccount(ctx, call)
  if (flagOf(call, 'should_soft_delete')) throw invalid('Soft deletion is not offered here')
  await inTransaction(ctx, 'Database error deleting user', ({ db }) =>
    db.query('delete from auth.users where id = $1', [user.id]),
  )
  return ok({})
}
