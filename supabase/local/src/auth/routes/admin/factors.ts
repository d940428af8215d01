import { requireServiceRole } from '../../caller'
import { type AuthContext, type Call, ok } from '../../context'
import { factorJson, factorsOf, findFactor, removeFactor } from '../../factors'
import { inTransaction } from '../../transaction'
import { lockUser } from '../../users'
import { findAccount } from './account'

/** GET /admin/users/:userId/factors */
export async function listFactors(ctx: AuthContext, call: Call): Promise<Response> {
  await requireServiceRole(ctx, call)
  const user = await findAccount(ctx, call)
  return ok((await factorsOf(ctx.pool, user.id)).map(factorJson))
}

/** DELETE /admin/users/:userId/factors/:factorId */
export async function deleteFactor(ctx: AuthContext, call: Call): Promise<Response> {
  await requireServiceRole(ctx, call)
  const user = await findAccount(ctx, call)
  const factor = await inTransaction(ctx, 'Database error deleting factor', async ({ db }) => {
    await lockUser(db, user.id)
    const found = await findFactor(db, user.id, call.params.factorId ?? '')
    await removeFactor(db, found)
    return found
  })
  return ok(factorJson(factor))
}
