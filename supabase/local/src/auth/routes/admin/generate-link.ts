import { randomBytes } from 'node:crypto'
import { checkEmail, objectOf, textOf } from '../../body'
import { requireServiceRole } from '../../caller'
import { type AuthContext, type Call, ok, type Reply } from '../../context'
import { ApiError, emailExists, invalid } from '../../errors'
import { askBeforeUserCreated } from '../../hooks'
import { confirmationUrl, redirectTarget } from '../../links'
import { createToken, type TokenType } from '../../one-time-tokens'
import { checkStrength, hashPassword } from '../../passwords'
import { inTransaction } from '../../transaction'
import {
  createUser,
  findUserByEmail,
  lockUser,
  merged,
  type User,
  updateUser,
  userJson,
} from '../../users'

type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery'

const tokenTypes: Record<LinkType, TokenType> = {
  signup: 'confirmation_token',
  invite: 'confirmation_token',
  magiclink: 'recovery_token',
  recovery: 'recovery_token',
}

/** POST /admin/generate_link: what a mail would hold, for a server that sends mails of its own. */
export async function generateLink(ctx: AuthContext, call: Call): Promise<Reply> {
  await requireServiceRole(ctx, call)
  const email = checkEmail(textOf(call, 'email'))
  const known = await findUserByEmail(ctx.pool, email)
  const type = linkType(textOf(call, 'type'), known)
  const metadata = objectOf(call, 'data') ?? {}
  const makesAccount = type === 'signup' || type === 'invite'
  if (makesAccount && known?.email_confirmed_at) throw emailExists()
  const passwordHash = makesAccount && !known ? await readPassword(ctx, call, type) : null
  if (makesAccount && !known) await askBeforeUserCreated(ctx, call, { email, metadata })
  const redirectTo = redirectTarget(ctx, call)

  const link = await inTransaction(ctx, 'Database error generating link', async ({ db }) => {
    const user = known
      ? await lockUser(db, known.id)
      : await createUser(db, email, passwordHash, metadata)
    const now = new Date()
    const asking = await updateUser(db, user, {
      ...(makesAccount ? { confirmation_sent_at: now } : { recovery_sent_at: now }),
      ...(type === 'invite' ? { invited_at: now } : {}),
      ...(type === 'signup' && known
        ? { raw_user_meta_data: merged(user.raw_user_meta_data, metadata) }
        : {}),
    })
    const token = await createToken(ctx, db, user.id, tokenTypes[type], email, false)
    return { ...token, user: asking }
  })
  return ok({
    ...(await userJson(ctx.pool, link.user)),
    action_link: confirmationUrl(ctx, type, link.tokenHash, redirectTo),
    email_otp: link.otp,
    hashed_token: link.tokenHash,
    verification_type: type,
    redirect_to: redirectTo,
  })
}

/** As with GoTrue, a magic link to an unknown address is a sign-up. */
function linkType(wanted: string, known: User | null): LinkType {
  if (wanted === 'signup' || wanted === 'invite') return wanted
  if (wanted === 'magiclink') return known ? wanted : 'signup'
  if (wanted !== 'recovery') throw invalid(`Invalid email action link type requested: ${wanted}`)
  if (!known) throw new ApiError(404, 'user_not_found', 'User with this email not found')
  return wanted
}

async function readPassword(ctx: AuthContext, call: Call, type: LinkType): Promise<string | null> {
  if (type === 'invite') return null
  const asked = textOf(call, 'type') === 'signup'
  // Behind a magic link nobody knows the account's password.
  const password = asked ? textOf(call, 'password') : randomBytes(32).toString('base64url')
  if (password === '') throw invalid('Signup requires a valid password')
  checkStrength(ctx.config, password)
  return hashPassword(password)
}
