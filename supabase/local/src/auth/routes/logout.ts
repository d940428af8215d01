import { readCaller } from '../caller'
import type { AuthContext, Call } from '../context'
import { invalid } from '../errors'
import { endSessions } from '../sessions'

/** POST /logout?scope=…: ends this session (`local`), all the others (`others`) or every one (`global`). */
export async function logout(ctx: AuthContext, call: Call): Promise<Response> {
  const scope = call.query.get('scope') || 'global'
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
    throw invalid(`Unsupported logout scope "${scope}"`)
  }
  const { user, session } = await readCaller(ctx, call)
  if (scope === 'global' || !session) await endSessions(ctx.pool, user.id)
  else if (scope === 'local') await endSessions(ctx.pool, user.id, { only: session.id })
  else await endSessions(ctx.pool, user.id, { except: session.id })
  return new Response(null, { status: 204 })
}
