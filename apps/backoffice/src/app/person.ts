import type { Account } from '@rookies/data/access/account-state'
import type { PublicSettings } from '@rookies/data/access/boot'
import type {
  Action,
  Permission,
  RequiredPermission,
  Resource,
} from '@rookies/data/access/resources'
import { isAllowed } from '@rookies/data/refine/access-control'
import { createContext, useContext } from 'react'

/** Who is at work here, as the panel guard let them in. */
export interface Person {
  account: Account
  permissions: Permission[]
  settings: PublicSettings
}

export const PersonContext = createContext<Person | null>(null)

/** The person inside the panel; only below the panel guard. */
export function usePerson(): Person {
  const person = useContext(PersonContext)
  if (!person) throw new Error('usePerson is for screens behind the panel guard')
  return person
}

/**
 * Asks what the access control provider would answer, at once: may this person do it at all, or,
 * with a record, may they do it to that one?
 */
export function useMay() {
  const person = usePerson()
  return <R extends Resource>(resource: R, action: Action<R>, record?: object): boolean =>
    isAllowed(subjectOf(person), { resource, action, params: record && { record } })
}

/** Whether a person has what a screen needs. */
export function meets(person: Person, { resource, action, allRows }: RequiredPermission): boolean {
  // A record without an owner counts as another person's.
  const params = allRows && { record: {} }
  return isAllowed(subjectOf(person), { resource, action, params })
}

function subjectOf({ account, permissions }: Person) {
  return { personId: account.id, permissions }
}
