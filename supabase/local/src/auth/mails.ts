import type { MailKind } from '../config'
import type { AuthContext, Transaction } from './context'
import { beginFlow, type Challenge } from './flow-state'
import { confirmationUrl } from './links'
import { createToken, type TokenType } from './one-time-tokens'
import { type User, updateUser } from './users'

/** What a mail is asked for with: how its link comes back, and where to. */
export interface Asked {
  challenge: Challenge | null
  redirectTo: string
}

/** Sends the link that confirms a new account. @throws ApiError over_email_send_rate_limit */
export async function sendConfirmation(
  ctx: AuthContext,
  tx: Transaction,
  user: User,
  asked: Asked,
): Promise<User> {
  const email = addressOf(user)
  ctx.limits.mail('confirmation', email)
  const asking = await updateUser(tx.db, user, { confirmation_sent_at: new Date() })
  await beginFlow(tx.db, user.id, 'email/signup', asked.challenge)
  await sendToken(ctx, tx, user, asked, {
    kind: 'confirmation',
    linkType: 'signup',
    tokenType: 'confirmation_token',
    to: email,
  })
  return asking
}

/** Sends the link that opens an account which somebody else has made. */
export async function sendInvite(
  ctx: AuthContext,
  tx: Transaction,
  user: User,
  redirectTo: string,
): Promise<User> {
  const email = addressOf(user)
  ctx.limits.mail('invite', email)
  const asking = await updateUser(tx.db, user, {
    invited_at: new Date(),
    confirmation_sent_at: new Date(),
  })
  await sendToken(
    ctx,
    tx,
    user,
    { challenge: null, redirectTo },
    { kind: 'invite', linkType: 'invite', tokenType: 'confirmation_token', to: email },
  )
  return asking
}

/** Sends the link to a new password. The caller has asked the mail limit. */
export async function sendRecovery(
  ctx: AuthContext,
  tx: Transaction,
  user: User,
  asked: Asked,
): Promise<User> {
  const asking = await updateUser(tx.db, user, { recovery_sent_at: new Date() })
  await beginFlow(tx.db, user.id, 'recovery', asked.challenge)
  await sendToken(ctx, tx, user, asked, {
    kind: 'recovery',
    linkType: 'recovery',
    tokenType: 'recovery_token',
    to: addressOf(user),
  })
  return asking
}

/** Sends the code to log in with, and a link that does the same. The caller has asked the limit. */
export async function sendMagicLink(
  ctx: AuthContext,
  tx: Transaction,
  user: User,
  asked: Asked,
): Promise<User> {
  const asking = await updateUser(tx.db, user, { recovery_sent_at: new Date() })
  await beginFlow(tx.db, user.id, 'magiclink', asked.challenge)
  await sendToken(ctx, tx, user, asked, {
    kind: 'magic_link',
    linkType: 'magiclink',
    tokenType: 'recovery_token',
    to: addressOf(user),
  })
  return asking
}

/**
 * Sends the links that change the address: to the new one and, with `double_confirm_changes`, to the
 * old one as well. @throws ApiError over_email_send_rate_limit
 */
export async function sendEmailChange(
  ctx: AuthContext,
  tx: Transaction,
  user: User,
  newEmail: string,
  asked: Asked,
): Promise<User> {
  ctx.limits.mail('email_change', newEmail)
  await beginFlow(tx.db, user.id, 'email_change', asked.challenge)
  const changing = await updateUser(tx.db, user, {
    email_change: newEmail,
    email_change_sent_at: new Date(),
    email_change_confirm_status: 0,
  })
  const mail = { kind: 'email_change', linkType: 'email_change' } as const
  await sendToken(ctx, tx, changing, asked, {
    ...mail,
    tokenType: 'email_change_token_new',
    to: newEmail,
  })
  if (ctx.config.email.doubleConfirmChanges && user.email) {
    await sendToken(ctx, tx, changing, asked, {
      ...mail,
      tokenType: 'email_change_token_current',
      to: user.email,
    })
  }
  return changing
}

/** Sends the code that is asked for before a password changes. */
export async function sendReauthentication(
  ctx: AuthContext,
  tx: Transaction,
  user: User,
): Promise<void> {
  const email = addressOf(user)
  ctx.limits.mail('reauthentication', email)
  await updateUser(tx.db, user, { reauthentication_sent_at: new Date() })
  await sendToken(
    ctx,
    tx,
    user,
    { challenge: null, redirectTo: ctx.siteUrl },
    {
      kind: 'reauthentication',
      linkType: 'reauthentication',
      tokenType: 'reauthentication_token',
      to: email,
    },
  )
}

async function sendToken(
  ctx: AuthContext,
  tx: Transaction,
  user: User,
  asked: Asked,
  mail: { kind: MailKind; linkType: string; tokenType: TokenType; to: string },
): Promise<void> {
  const { otp, tokenHash } = await createToken(
    ctx,
    tx.db,
    user.id,
    mail.tokenType,
    mail.to,
    asked.challenge !== null,
  )
  tx.mails.push({
    to: mail.to,
    template: mail.kind,
    subject: ctx.config.email.subjects[mail.kind],
    variables: {
      ConfirmationURL: confirmationUrl(ctx, mail.linkType, tokenHash, asked.redirectTo),
      Token: otp,
      TokenHash: tokenHash,
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
