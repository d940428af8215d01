import type { MailKind } from '../config'
import type { AuthContext, Call, Transaction } from './context'
import type { ApiError } from './errors'
import { beginFlow, type Challenge, readChallenge } from './flow-state'
import type { Requester } from './limits'
import { confirmationUrl, redirectTarget } from './links'
import { createToken, markToken, type TokenOrder } from './one-time-tokens'
import { findUserByEmail, type User, updateUser } from './users'

/** What a mail is asked for with: by whom, how its link comes back, and where to. */
export interface Asked {
  /** Null for the project's own servers. */
  by: Requester | null
  challenge: Challenge | null
  redirectTo: string
}

/** What a request asks with. @throws ApiError validation_failed (400) */
export function readAsked(ctx: AuthContext, call: Call, sender?: string): Asked {
  return {
    by: { ip: call.ip, ...(sender === undefined ? {} : { sender }) },
    challenge: readChallenge(call.body),
    redirectTo: redirectTarget(ctx, call),
  }
}

/** What becomes of a password when the link is used that confirms its account. */
interface Confirmation {
  /** False: it goes, because another person may have chosen it. Left out: as with the mail before. */
  keepsPassword?: boolean
  /** The password of a sign-up, as hash: it counts once the browser that chose it takes the link's code. */
  chosen?: string
}

/**
 * Sends the link that confirms an address. Over a limit nothing is sent, and the mail that is out
 * goes on working: the answer is the same.
 * @throws ApiError over_email_send_rate_limit for the project's own servers, which would believe that it has left
 */
export async function sendConfirmation(
  ctx: AuthContext,
  tx: Transaction,
  user: User,
  asked: Asked,
  { keepsPassword, chosen }: Confirmation = {},
): Promise<void> {
  const type = 'confirmation_token'
  const email = addressOf(user)
  const refusal = mailRefusal(ctx, 'confirmation', email, asked.by)
  if (refusal && asked.by === null) throw refusal
  const held = refusal !== null
  if (held && chosen === undefined) return
  await beginFlow(tx.db, user.id, 'email/signup', asked.challenge, chosen)
  if (held && (await markToken(tx.db, user.id, type, keepsPassword ?? false))) return
  await updateUser(tx.db, user, { confirmation_sent_at: new Date() })
  await sendToken(ctx, tx, user, asked, {
    kind: 'confirmation',
    linkType: 'signup',
    order: { type, email, pkce: asked.challenge !== null, keepsPassword },
    silent: held,
  })
}

/**
 * Sends the link that opens an account which another person has made.
 * @throws ApiError over_email_send_rate_limit
 */
export async function sendInvite(
  ctx: AuthContext,
  tx: Transaction,
  user: User,
  redirectTo: string,
): Promise<User> {
  const email = addressOf(user)
  const refusal = ctx.limits.mail('invite', [email], null)
  if (refusal) throw refusal
  const asking = await updateUser(tx.db, user, {
    invited_at: new Date(),
    confirmation_sent_at: new Date(),
  })
  await sendToken(
    ctx,
    tx,
    user,
    { redirectTo },
    {
      kind: 'invite',
      linkType: 'invite',
      order: { type: 'confirmation_token', email, pkce: false, keepsPassword: false },
    },
  )
  return asking
}

/** Sends the link to a new password; over a limit nothing, in silence. */
export async function sendRecovery(
  ctx: AuthContext,
  tx: Transaction,
  user: User,
  asked: Asked,
): Promise<void> {
  await sendSignInLink(ctx, tx, user, asked, 'recovery')
}

/** Sends the code to log in with, and a link that does the same; over a limit nothing, in silence. */
export async function sendMagicLink(
  ctx: AuthContext,
  tx: Transaction,
  user: User,
  asked: Asked,
): Promise<void> {
  await sendSignInLink(ctx, tx, user, asked, 'magic_link')
}

async function sendSignInLink(
  ctx: AuthContext,
  tx: Transaction,
  user: User,
  asked: Asked,
  kind: 'recovery' | 'magic_link',
): Promise<void> {
  const email = addressOf(user)
  if (mailRefusal(ctx, kind, email, asked.by)) return
  const linkType = kind === 'recovery' ? 'recovery' : 'magiclink'
  await updateUser(tx.db, user, { recovery_sent_at: new Date() })
  await beginFlow(tx.db, user.id, linkType, asked.challenge)
  await sendToken(ctx, tx, user, asked, {
    kind,
    linkType,
    order: {
      type: 'recovery_token',
      email,
      pkce: asked.challenge !== null,
      // The password of an account that was never confirmed may be another person's.
      keepsPassword: false,
    },
  })
}

/** Whether the mails of a change may leave; alike for taken and free addresses. */
export function changeRefusal(
  ctx: AuthContext,
  user: User,
  newEmail: string,
  by: Requester | null,
): ApiError | null {
  return ctx.limits.mail('email_change', [newEmail, ...currentToo(ctx, user)], by)
}

/** The address that has to agree to a change besides the new one. */
function currentToo(ctx: AuthContext, user: User): string[] {
  return ctx.config.email.doubleConfirmChanges && user.email ? [user.email] : []
}

/**
 * Sends the links that change the address: to the new one and, with `double_confirm_changes`, to the
 * old one as well. An address that has an account gets nothing, and all else is as if it had none: who
 * asks learns nothing. The caller has asked `changeRefusal`.
 */
export async function sendEmailChange(
  ctx: AuthContext,
  tx: Transaction,
  user: User,
  newEmail: string,
  asked: Asked,
): Promise<User> {
  const taken = (await findUserByEmail(tx.db, newEmail)) !== null
  await beginFlow(tx.db, user.id, 'email_change', asked.challenge)
  const changing = await updateUser(tx.db, user, {
    email_change: newEmail,
    email_change_sent_at: new Date(),
    email_change_confirm_status: 0,
  })
  const mail = { kind: 'email_change', linkType: 'email_change' } as const
  const pkce = asked.challenge !== null
  await sendToken(ctx, tx, changing, asked, {
    ...mail,
    order: { type: 'email_change_token_new', email: newEmail, pkce },
    silent: taken,
  })
  for (const email of currentToo(ctx, user)) {
    await sendToken(ctx, tx, changing, asked, {
      ...mail,
      order: { type: 'email_change_token_current', email, pkce },
    })
  }
  return changing
}

/** Sends the code that is asked for before a password changes. @throws ApiError over_email_send_rate_limit */
export async function sendReauthentication(
  ctx: AuthContext,
  tx: Transaction,
  user: User,
  by: Requester,
): Promise<void> {
  const email = addressOf(user)
  const refusal = ctx.limits.mail('reauthentication', [email], by)
  if (refusal) throw refusal
  await updateUser(tx.db, user, { reauthentication_sent_at: new Date() })
  await sendToken(
    ctx,
    tx,
    user,
    { redirectTo: ctx.siteUrl },
    {
      kind: 'reauthentication',
      linkType: 'reauthentication',
      order: { type: 'reauthentication_token', email, pkce: false },
    },
  )
}

/** Why a limit keeps a mail back, or null. Said in the log alone: a stranger could learn from it who has an account. */
function mailRefusal(
  ctx: AuthContext,
  kind: MailKind,
  address: string,
  by: Requester | null,
): ApiError | null {
  const refusal = ctx.limits.mail(kind, [address], by)
  if (refusal) ctx.log(`a ${kind} mail was not sent: ${refusal.message}`)
  return refusal
}

async function sendToken(
  ctx: AuthContext,
  tx: Transaction,
  user: User,
  asked: Pick<Asked, 'redirectTo'>,
  mail: {
    kind: MailKind
    linkType: string
    order: TokenOrder
    /** Makes the token and sends nothing. */
    silent?: boolean
  },
): Promise<void> {
  const { otp, token } = await createToken(ctx, tx.db, user.id, mail.order)
  if (mail.silent) return
  tx.mails.push({
    to: mail.order.email,
    template: mail.kind,
    subject: ctx.config.email.subjects[mail.kind],
    variables: {
      ConfirmationURL: confirmationUrl(ctx, mail.linkType, token, asked.redirectTo),
      Token: otp,
      TokenHash: token,
      SiteURL: ctx.siteUrl,
      RedirectTo: asked.redirectTo,
      Email: user.email ?? '',
      NewEmail: user.email_change ?? '',
      Data: user.raw_user_meta_data ?? {},
    },
  })
}

function addressOf(user: User): string {
  if (!user.email) throw new Error(`user ${user.id} has no e-mail address`)
  return user.email
}
