import type { Contact } from './correct-contact'

/**
 * Returns sentences that say what a change causes, before it is made (rules/accounts#correct-person). `confirms` says
 * whether verification is required.
 */
export function correctionEffects({ email, phone }: Partial<Contact>, confirms: boolean): string[] {
  const address = confirms
    ? [
        'They are signed out everywhere. An email to the new address asks them to confirm it; until then they can’t sign in.',
        'Then they sign in with the new address and the password they have. Links that were mailed to the old one stop working.',
      ]
    : [
        'They are signed out everywhere, and sign in with the new address and the password they have. No email tells them: let them know.',
        'The new address counts as not confirmed.',
      ]
  return [...(email ? address : []), ...(phone === '' ? ['Their phone number is taken away.'] : [])]
}

/** Returns a short text about the effects after the change; empty if only the phone changed. */
export function correctionNews({ email }: Partial<Contact>, confirms: boolean): string {
  if (!email) return ''
  return confirms
    ? 'They are signed out everywhere, and asked by email to confirm the address.'
    : 'They are signed out everywhere. The new address is not confirmed.'
}
