import type { AuthContext, Call } from '../context'
import { ApiError, invalid, wrongLink } from '../errors'
import { issueAuthCode } from '../flow-state'
import { redirectTarget, withParameters } from '../links'
import { isPkceLink, takeLink } from '../one-time-tokens'
import { openSession } from '../sessions'
import { inTransaction } from '../transaction'
import { redeem, tokenTypesFor } from '../verification'
import { otherAddressLeft } from './verify'

/** The flow of each type of link. */
const flowMethods: Record<string, string> = { signup: 'email/signup' }

const oauthErrors: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/**
 * GET /verify: opens the link of a mail and redirects to the product: with `?code=` for a PKCE client, with
 * the session in the fragment otherwise. Errors are put in the same places.
 */
export async function followLink(ctx: AuthContext, call: Call): Promise<Response> {
  ctx.limits.request('tokenVerifications', call.ip)
  const tokenHash = call.query.get('token') || call.query.get('token_hash') || ''
  const type = call.query.get('type') ?? ''
  if (tokenHash === '') throw invalid('Verify requires a token or a token hash')
  const types = tokenTypesFor(type)
  const target = redirectTarget(ctx, call)
  const pkce = isPkceLink(tokenHash)

  ctx.limits.tries.verification.begin(call.ip ?? '')

  const redirect = (values: Record<string, string>, where: Parameters<typeof withParameters>[2]) =>
    Response.redirect(withParameters(target, values, where), 303)

  try {
    return await inTransaction(ctx, 'Error confirming user', async (tx) => {
      const found = await takeLink(tx.db, tokenHash, types)
      if (!found) throw wrongLink()
      ctx.limits.tries.verification.undo(call.ip ?? '')
      const user = await redeem(ctx, tx, found)
      if (!user) return redirect({ message: otherAddressLeft }, { query: pkce, fragment: true })
      if (pkce) {
        const code = await issueAuthCode(tx.db, user.id, flowMethods[type] ?? type)
        return redirect({ code }, { query: true })
      }
      const session = await openSession(ctx, tx.db, user, 'otp', call)
      return redirect(
        {
          access_token: session.access_token,
          expires_at: String(session.expires_at),
          expires_in: String(session.expires_in),
          refresh_token: session.refresh_token,
          token_type: session.token_type,
          type,
        },
        { fragment: true },
      )
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return redirect(
      {
        error: oauthErrors[error.status] ?? 'server_error',
        error_code: error.code,
        error_description: error.message,
      },
      { query: pkce, fragment: true },
    )
  }
}
