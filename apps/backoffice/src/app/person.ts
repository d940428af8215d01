import type { Account } from '@rookies/data/access/account-state'
import type { PublicSettings } from '@rookies/data/access/boot'
import type { Permission } from '@rookies/data/access/resources'
import { createContext, useContext } from 'react'

/** The person who uses the panel, as the panel guard read them. */
export interface Person {
  account: Account
  permissions: Permission[]
  settings: PublicSettings
}

export const PersonContext = createContext<Person | null>(null)

/** The person who uses the panel; only works below the panel guard. */
export function usePerson(): Person {
  const person = useContext(PersonContext)
  if (!person) throw new Error('usePerson is for screens behind the panel guard')
  return person
}
