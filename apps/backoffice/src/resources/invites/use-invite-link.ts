import { copyText } from '@rookies/data/device/copy-text'
import { INVITE_MESSAGES } from '@rookies/data/invites/invite-list'
import { inviteLink } from '@rookies/data/invites/send-invite'
import { useToasts } from '../../app/toasts'

/** Returns the address of an invite for its token. */
export function linkOf(token: string): string {
  return inviteLink(window.location.origin, token)
}

/** Copies a link; returns false if the browser does not allow it. */
export async function copyLink(token: string): Promise<boolean> {
  try {
    await copyText(linkOf(token))
    return true
  } catch {
    return false
  }
}

/** Copies a link and shows a toast. */
export function useCopyLink() {
  const toasts = useToasts()
  return async (token: string): Promise<boolean> => {
    const copied = await copyLink(token)
    if (copied) toasts.succeeded(INVITE_MESSAGES.copied)
    return copied
  }
}
