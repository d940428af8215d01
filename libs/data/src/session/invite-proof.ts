import { tabStore } from '../device/store'
import { takeProof } from './pending-callback'

const KEY = 'rookies-invite-proof'

/**
 * Returns the secret that came in this tab with the link of that invite's mail, or undefined. It stays in the tab until
 * the account is created (rules/invites#invite-proof).
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
