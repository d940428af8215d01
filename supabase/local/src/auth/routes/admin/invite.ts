import { checkEmail, objectOf, textOf } from '../../body'
import { requireServiceRole } from '../../caller'
import { type AuthContext, type Call, ok } from '../../context'
import { emailExists } from '../../errors'
import { callBeforeUserCreated } from '../../hooks'
import { redirectTarget } from '../../links'
import { sendInvite } from '../../mails'
import { inTransaction } from '../../transaction'
import { createUser, findUserByEmail, lockAddress, userJson } from '../../users'

/** POST /invite: creates an account without a password, and mails the link to it. */
export async function invite(ctx: AuthContext, call: Call): Promise<Response> {
  await requireServiceRole(ctx, call)
  const email = checkEmail(textOf(call, 'email'))
  const metadata = objectOf(call, 'data') ?? {}
  const redirectTo = redirectTarget(ctx, call)
  if (!(await findUserByEmail(ctx.pool, email))) {
    await callBeforeUserCreated(ctx, call, { email, metadata })
  }
  const user = await inTransaction(ctx, 'Database error inviting user', async (tx) => {
    await lockAddress(tx.db, email)
    const known = await findUserByEmail(tx.db, email)
    if (known?.email_confirmed_at) throw emailExists()
    const invited = known ?? (await createUser(tx.db, { email, passwordHash: null, metadata }))
    return sendInvite(ctx, tx, invited, redirectTo)
  })
  return ok(await userJson(ctx.pool, user))
}
