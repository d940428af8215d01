import type { Account } from '@rookies/data/access/account-state'
import type { PublicSettings } from '@rookies/data/access/boot'
import type { Permission } from '@rookies/data/access/resources'
import { createContext, useContext } from 'react'

/** The signed-in person: account, rights and settings, as the panel guard has read them. */
export interface Person {
  account: Account
  permissions: Permission[]
  settings: PublicSettings
}

export const PersonContext = createContext<Person | null>(null)

/** Returns the signed-in person; throws outside of the panel guard. */
export function usePerson(): Person {
  const person = useContext(PersonContext)
  if (!person) throw new Error('usePerson is for screens behind the panel guard')
  return person
}
