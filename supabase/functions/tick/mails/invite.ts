import { fieldOf } from '../../_shared/answer.ts'
import type { MailContent } from '../../_shared/mail-content.ts'
import { inviteMail, openInvite } from '../../send-invite/invite-mail.ts'

/** The mail of an invite that no page has sent. @param content answer of `private.due_invite_mail()` */
export function invite(
  content: unknown,
  url: string,
  _functionsUrl: string,
  name: string,
): MailContent {
  const token = String(fieldOf(content, 'token'))
  return inviteMail(openInvite(token, content, fieldOf(content, 'proof')), { name, url })
}
