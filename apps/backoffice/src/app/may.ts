import { type CanParams, useCan } from '@refinedev/core'
import type { Action, RequiredPermission, Resource } from '@rookies/data/access/resources'
import { type AccessSubject, isAllowed, recordToAsk } from '@rookies/data/refine/access-control'
import { useContext } from 'react'
import { type Person, PersonContext } from './person'

/**
 * What the access control provider answers: may this person do it at all or, with a record, may they do
 * it to that one? A failure is a no.
 */
export function useMay<R extends Resource>(
  resource: R,
  action: Action<R>,
  record?: object,
): boolean {
  const subject = subjectOf(useContext(PersonContext))
  const params = record && { record: recordToAsk(resource, record, subject.personId ?? '') }
  return useAnswer(subject, { resource, action, params })
}

/** Whether the person has what a screen needs. */
export function useMeets(need: RequiredPermission): boolean {
  return useAnswer(subjectOf(useContext(PersonContext)), question(need))
}

function useAnswer(subject: AccessSubject, asked: CanParams): boolean {
  return useCan({ ...asked, queryOptions: untilAnswered(subject, asked) }).data?.can === true
}

/**
 * The provider answers a moment later, out of the same opening call: until then its rule is applied at
 * once, so that no menu and no button comes in a frame late.
 */
function untilAnswered(subject: AccessSubject, asked: CanParams) {
  return { placeholderData: { can: isAllowed(subject, asked) } }
}

/** In: the person, or null for a stranger. Out: them as the access control knows them. */
export function subjectOf(person: Person | null): AccessSubject {
  return { personId: person?.account.id ?? null, permissions: person?.permissions ?? [] }
}

/** What is asked for a screen. */
export function question({ resource, action, allRows }: RequiredPermission) {
  // A record without an owner counts as another person's.
  return { resource, action, params: allRows && { record: {} } }
}
