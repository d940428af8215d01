import { tabStore } from '../device/store'
import { takeProof } from './pending-callback'

const KEY = 'rookies-invite-proof'

/**
 * Returns the secret from the link in an invite's mail if this tab was opened with that link; otherwise undefined. The
 * tab stores it until the account is created (rules/invites#invite-proof).
 */
export function inviteProof(token: string | undefined): string | undefined {
  const taken = takeProof()
  if (taken) tabStore.setItem(KEY, `${taken.token} ${taken.secret}`)
  const [kept, secret] = (tabStore.getItem(KEY) ?? '').split(' ')
  return kept && kept === token ? secret : undefined
}

export function dropInviteProof(): void {
  tabStore.removeItem(KEY)
}
