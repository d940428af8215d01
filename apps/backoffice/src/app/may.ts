import { type CanParams, useCan } from '@refinedev/core'
import type { Action, RequiredPermission, Resource } from '@rookies/data/access/resources'
import { type AccessSubject, isAllowed, recordToAsk } from '@rookies/data/refine/access-control'
import { useContext } from 'react'
import { type Person, PersonContext } from './person'

/**
 * Returns whether the person has the right to this action on at least some records or, with `record`, on that record.
 * An error counts as no.
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

/** Returns whether the person has the right that a screen needs. */
export function useHasRight(need: RequiredPermission): boolean {
  return useIsAllowed(subjectOf(useContext(PersonContext)), canParams(need))
}

function useIsAllowed(subject: AccessSubject, asked: CanParams): boolean {
  return useCan({ ...asked, queryOptions: untilAnswered(subject, asked) }).data?.can === true
}

/**
 * The access control provider answers asynchronously. Until it answers, this applies the same rule, so that menus and
 * buttons do not appear one frame late.
 */
function untilAnswered(subject: AccessSubject, asked: CanParams) {
  return { placeholderData: { can: isAllowed(subject, asked) } }
}

/** Converts a person, or null for a visitor, to the subject of the access control. */
export function subjectOf(person: Person | null): AccessSubject {
  return { personId: person?.account.id ?? null, permissions: person?.permissions ?? [] }
}

/** Converts a screen's required right to Refine's `can` parameters. */
export function canParams({ resource, action, allRows }: RequiredPermission) {
  // The right to all rows is asked with a record that has no owner, which counts as another person's record.
  return { resource, action, params: allRows && { record: {} } }
}
