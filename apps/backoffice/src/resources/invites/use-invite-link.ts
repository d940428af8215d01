import { copyText } from '@rookies/data/device/copy-text'
import { inviteLink } from '@rookies/data/invites/invite-link'
import { INVITE_TOASTS } from '@rookies/data/invites/messages'
import { useToasts } from '../../app/toasts'

/** The link of an invite, as people pass it on. */
export function linkOf(token: string): string {
  return inviteLink(window.location.origin, token)
}

/** Whether the link could be put on the clipboard; a browser may forbid it. */
export async function copyLink(token: string): Promise<boolean> {
  try {
    await copyText(linkOf(token))
    return true
  } catch {
    return false
  }
}

/** Copies a link and says how that went. */
export function useCopyLink() {
  const toasts = useToasts()
  return async (token: string): Promise<boolean> => {
    const copied = await copyLink(token)
    if (copied) toasts.succeeded(INVITE_TOASTS.copied)
    return copied
  }
}
