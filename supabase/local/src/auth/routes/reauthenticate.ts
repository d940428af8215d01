import { requireCaller } from '../caller'
import { type AuthContext, type Call, ok } from '../context'
import { sendReauthentication } from '../mails'
import { inTransaction } from '../transaction'

/** GET /reauthenticate: mails the code (`nonce`) that a new password requires in a session older than a day. */
export async function reauthenticate(ctx: AuthContext, call: Call): Promise<Response> {
  const { user } = await requireCaller(ctx, call)
  const by = { ip: call.ip, sender: user.id }
  await inTransaction(ctx, 'Unable to process request', (tx) =>
    sendReauthentication(ctx, tx, user, by),
  )
  return ok({})
}
