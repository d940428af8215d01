import type { AuthMailKind } from '../../../functions/_shared/auth-mails.ts'
import type { AuthContext, Call, Transaction } from './context'
import type { ApiError } from './errors'
import { beginFlow, type Challenge, readChallenge } from './flow-state'
import type { Requester } from './limits'
import { confirmationUrl, redirectTarget } from './links'
import { createToken, markToken, type TokenOrder } from './one-time-tokens'
import { findUserByEmail, type User, updateUser } from './users'

/** The options of a mail: the caller, the PKCE challenge and the redirect target. */
export interface MailRequest {
  /** Null for the project's own servers. */
  by: Requester | null
  challenge: Challenge | null
  redirectTo: string
}

/** Reads the options of a mail from a request. @throws ApiError validation_failed (400) */
export function readMailRequest(ctx: AuthContext, call: Call, sender?: string): MailRequest {
  return {
    by: { ip: call.ip, ...(sender === undefined ? {} : { sender }) },
    challenge: readChallenge(call.body),
    redirectTo: redirectTarget(ctx, call),
  }
}

/** How opening the confirming link changes the password. */
interface Confirmation {
  /**
   * False removes the password, because another person may have chosen it; undefined keeps the value of the
   * earlier mail.
   */
  keepsPassword?: boolean
  /**
   * Hash of the password of a sign-up, which becomes valid when the browser that chose it exchanges the
   * link's code.
   */
  chosen?: string
}

/**
 * Sends the link that confirms an email. If a limit is reached, nothing is sent, the earlier mail remains valid, and
 * the answer is the same.
 * @throws ApiError over_email_send_rate_limit for the project's own servers, which would otherwise take the
 * mail as sent
 */
export async function sendConfirmation(
  ctx: AuthContext,
  tx: Transaction,
  user: User,
  asked: MailRequest,
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

/** Sends the link to an account that another person created. @throws ApiError over_email_send_rate_limit */
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

/** Sends the link with which a password is reset; over a limit, sends nothing and reports nothing. */
export async function sendRecovery(
  ctx: AuthContext,
  tx: Transaction,
  user: User,
  asked: MailRequest,
): Promise<void> {
  await sendSignInLink(ctx, tx, user, asked, 'recovery')
}

/** Sends a sign-in code, and a link that does the same; over a limit, sends nothing and reports nothing. */
export async function sendMagicLink(
  ctx: AuthContext,
  tx: Transaction,
  user: User,
  asked: MailRequest,
): Promise<void> {
  await sendSignInLink(ctx, tx, user, asked, 'magic_link')
}

async function sendSignInLink(
  ctx: AuthContext,
  tx: Transaction,
  user: User,
  asked: MailRequest,
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
      // Another person may have chosen the password of an account that was never confirmed.
      keepsPassword: false,
    },
  })
}

/** Returns why the mails about a changed email may not be sent. The answer is the same for taken and free emails. */
export function changeRefusal(
  ctx: AuthContext,
  user: User,
  newEmail: string,
  by: Requester | null,
): ApiError | null {
  return ctx.limits.mail('email_change', [newEmail, ...currentToo(ctx, user)], by)
}

/** Returns the current email, if it has to confirm the change too. */
function currentToo(ctx: AuthContext, user: User): string[] {
  return ctx.config.email.doubleConfirmChanges && user.email ? [user.email] : []
}

/**
 * Sends the links that change an email: to the new one and, with `double_confirm_changes`, to the old one. A
 * taken email gets no mail, and everything else is the same, so that the caller learns nothing. The caller
 * has called `changeRefusal` before.
 */
export async function sendEmailChange(
  ctx: AuthContext,
  tx: Transaction,
  user: User,
  newEmail: string,
  asked: MailRequest,
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

/** Sends the code that a password change requires. @throws ApiError over_email_send_rate_limit */
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

/**
 * Returns why a limit prevents a mail; null if none does. The reason is written only to the log, because a stranger
 * could learn from it who has an account.
 */
function mailRefusal(
  ctx: AuthContext,
  kind: AuthMailKind,
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
  asked: Pick<MailRequest, 'redirectTo'>,
  mail: {
    kind: AuthMailKind
    linkType: string
    order: TokenOrder
    /** Creates the token without sending a mail. */
    silent?: boolean
  },
): Promise<void> {
  const { otp, token } = await createToken(ctx, tx.db, user.id, mail.order)
  if (mail.silent) return
  tx.mails.push({
    kind: mail.kind,
    to: mail.order.email,
    email: user.email ?? '',
    newEmail: user.email_change ?? '',
    token: otp,
    tokenHash: token,
    confirmationUrl: confirmationUrl(ctx, mail.linkType, token, asked.redirectTo),
  })
}

function addressOf(user: User): string {
  if (!user.email) throw new Error(`user ${user.id} has no email`)
  return user.email
}
