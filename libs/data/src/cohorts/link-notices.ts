import type { DataError } from '../errors'
import type { CLOSED_LINKS } from './join-link'

/** Why a link does not let people join; UNKNOWN if no such link exists. */
export type ClosedLink = (typeof CLOSED_LINKS)[number] | 'UNKNOWN'

const NOTICES: Record<ClosedLink, { title: string; message: string }> = {
  UNKNOWN: {
    title: 'This link is not valid.',
    message: 'Please check that you opened the whole link, or ask for a new one.',
  },
  OFF: {
    title: 'This link has been switched off.',
    message: 'Please ask the person who sent it for another one.',
  },
  ENDED: {
    title: 'This link has ended.',
    message: 'Please ask the person who sent it whether you can still join.',
  },
  FULL: {
    title: 'This cohort has no seats left.',
    message: 'Please ask the person who sent the link about another cohort.',
  },
}

/** Returns the title and message of the page for a link that lets nobody join (rules/cohorts#link). */
export function closedLinkNotice(state: ClosedLink): { title: string; message: string } {
  return NOTICES[state]
}

/** Returns the number of free seats as text; null if there is no limit. */
export function seatsText(seatsLeft: number | null): string | null {
  if (seatsLeft === null) return null
  return seatsLeft === 1 ? '1 seat left' : `${seatsLeft} seats left`
}

/** Returns whether joining was refused because the person has not confirmed the email yet. */
export function needsProof({ hint }: DataError): boolean {
  return hint === 'LINK_UNVERIFIED'
}
