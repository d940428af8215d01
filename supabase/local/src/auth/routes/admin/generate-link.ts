import { randomBytes } from 'node:crypto'
import { checkEmail, objectOf, textOf } from '../../body'
import { requireServiceRole } from '../../caller'
import { type AuthContext, type Call, ok } from '../../context'
import { ApiError, emailExists, invalid } from '../../errors'
import { callBeforeUserCreated } from '../../hooks'
import { confirmationUrl, redirectTarget } from '../../links'
import { createToken, type TokenOrder } from '../../one-time-tokens'
import { checkStrength, hashPassword } from '../../passwords'
import { inTransaction } from '../../transaction'
import {
  createPlainUser,
  findUserByEmail,
  lockAddress,
  lockUser,
  merged,
  type User,
  updateUser,
  userJson,
} from '../../users'

const linkTypes = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const
type LinkType = (typeof linkTypes)[number]

/** The parsed body of a request for a link. */
interface RequestedLink {
  type: LinkType
  email: string
  /** Empty unless the email changes. */
  newEmail: string
  metadata: Record<string, unknown>
}

/** POST /admin/generate_link: returns the content of a mail to a server that sends its own mails. */
export async function generateLink(ctx: AuthContext, call: Call): Promise<Response> {
  await requireServiceRole(ctx, call)
  const email = checkEmail(textOf(call, 'email'))
  const known = await findUserByEmail(ctx.pool, email)
  const type = linkType(textOf(call, 'type'), known)
  const requested: RequestedLink = {
    type,
    email,
    newEmail: isChange(type) ? readNewEmail(ctx, call, type) : '',
    metadata: objectOf(call, 'data') ?? {},
  }
  const makesAccount = type === 'signup' || type === 'invite'
  if (makesAccount && known?.email_confirmed_at) throw emailExists()
  const passwordHash = makesAccount ? await readPassword(ctx, call, type, known) : null
  if (makesAccount && !known) await callBeforeUserCreated(ctx, call, requested)
  const redirectTo = redirectTarget(ctx, call)

  const link = await inTransaction(ctx, 'Database error generating link', async ({ db }) => {
    await lockAddress(db, email)
    const found = await findUserByEmail(db, email)
    const user = found
      ? await lockUser(db, found.id)
      : await createPlainUser(db, { email, passwordHash, metadata: requested.metadata })
    if (requested.newEmail !== '') {
      const owner = await findUserByEmail(db, requested.newEmail)
      if (owner && owner.id !== user.id) throw emailExists()
    }
    const asking = await updateUser(db, user, {
      ...changesFor(requested, user),
      ...(passwordHash === null ? {} : { encrypted_password: passwordHash }),
    })
    const order = tokenFor(requested, passwordHash !== null)
    return { ...(await createToken(ctx, db, user.id, order)), user: asking }
  })
  return ok({
    ...(await userJson(ctx.pool, link.user)),
    // Both emails of a change share one name for the verified type.
    action_link: confirmationUrl(
      ctx,
      isChange(type) ? 'email_change' : type,
      link.token,
      redirectTo,
    ),
    email_otp: link.otp,
    hashed_token: link.token,
    verification_type: type,
    redirect_to: redirectTo,
  })
}

const isChange = (type: LinkType) => type === 'email_change_current' || type === 'email_change_new'

/** As in GoTrue, a magic link to an unknown email is a sign-up. */
function linkType(wanted: string, known: User | null): LinkType {
  const type = linkTypes.find((name) => name === wanted)
  if (!type) throw invalid(`Invalid email action link type requested: ${wanted}`)
  if (known || type === 'signup' || type === 'invite') return type
  if (type === 'magiclink') return 'signup'
  throw new ApiError(404, 'user_not_found', 'User with this email not found')
}

function readNewEmail(ctx: AuthContext, call: Call, type: LinkType): string {
  if (type === 'email_change_current' && !ctx.config.email.doubleConfirmChanges) {
    throw invalid('Enable secure email change to generate link for current email')
  }
  return checkEmail(textOf(call, 'new_email'))
}

function changesFor({ type, newEmail, metadata }: RequestedLink, user: User) {
  const now = new Date()
  switch (type) {
    case 'signup':
      return {
        confirmation_sent_at: now,
        raw_user_meta_data: merged(user.raw_user_meta_data, metadata),
      }
    case 'invite':
      return { confirmation_sent_at: now, invited_at: now }
    case 'magiclink':
    case 'recovery':
      return { recovery_sent_at: now }
    case 'email_change_current':
    case 'email_change_new':
      return {
        email_change: newEmail,
        email_change_sent_at: now,
        email_change_confirm_status: 0,
      }
  }
}

/** @param own whether the calling server chose the account's password; any other may come from a stranger */
function tokenFor({ type, email, newEmail }: RequestedLink, own: boolean): TokenOrder {
  switch (type) {
    case 'signup':
    case 'invite':
      return { type: 'confirmation_token', email, pkce: false, keepsPassword: own }
    case 'magiclink':
    case 'recovery':
      return { type: 'recovery_token', email, pkce: false, keepsPassword: false }
    case 'email_change_current':
      return { type: 'email_change_token_current', email, pkce: false }
    case 'email_change_new':
      return { type: 'email_change_token_new', email: newEmail, pkce: false }
  }
}

/** Returns null if the account gets no password, or keeps its own until it is confirmed. */
async function readPassword(
  ctx: AuthContext,
  call: Call,
  type: LinkType,
  known: User | null,
): Promise<string | null> {
  if (type === 'invite') return null
  const asked = textOf(call, 'type') === 'signup'
  // An account for a magic link gets a password that nobody knows.
  const password = asked ? textOf(call, 'password') : randomBytes(32).toString('base64url')
  if (password === '' && known) return null
  if (password === '') throw invalid('Signup requires a valid password')
  checkStrength(ctx.config, password)
  return hashPassword(password)
}
