import { type CanParams, useCan } from '@refinedev/core'
import type { Action, RequiredPermission, Resource } from '@rookies/data/access/resources'
import { type AccessSubject, isAllowed, recordToAsk } from '@rookies/data/refine/access-control'
import { useContext } from 'react'
import { type Person, PersonContext } from './person'

/**
 * Whether the access control provider lets the person do this to any record or, with a record, to that one. An
 * error counts as no.
 */
export function useMay<R extends Resource>(
  resource: R,
  action: Action<R>,
  record?: object,
): boolean {
  const subject = subjectOf(useContext(PersonContext))
  const params = record && { record: recordToAsk(resource, record, subject.personId ?? '') }
  return useIsAllowed(subject, { resource, action, params })
}

/** Whether the person has the right that a screen needs. */
export function useMeets(need: RequiredPermission): boolean {
  return useIsAllowed(subjectOf(useContext(PersonContext)), question(need))
}

function useIsAllowed(subject: AccessSubject, canParams: CanParams): boolean {
  return (
    useCan({ ...canParams, queryOptions: untilAnswered(subject, canParams) }).data?.can === true
  )
}

/**
 * The provider answers asynchronously from the boot answer. Until then its rule is applied directly, so that menus
 * and buttons do not appear one frame late.
 */
function untilAnswered(subject: AccessSubject, canParams: CanParams) {
  return { placeholderData: { can: isAllowed(subject, canParams) } }
}

/** Converts a person, or null for a visitor, for the access control. */
export function subjectOf(person: Person | null): AccessSubject {
  return { personId: person?.account.id ?? null, permissions: person?.permissions ?? [] }
}

/** Converts a screen's required right to Refine's `can` parameters. */
export function question({ resource, action, allRows }: RequiredPermission) {
  // A record without an owner counts as another person's.
  return { resource, action, params: allRows && { record: {} } }
}
