import { keptLook, type Look } from '@rookies/data/access/look'
import { createContext, useContext } from 'react'

/** The school's name and logo, once the settings have arrived (rules/settings#school). */
export const LookContext = createContext<Look | undefined>(undefined)

/** Returns the school's name and logo. Until the settings have arrived, they are those of the last visit. */
export function useLook(): Look {
  return useContext(LookContext) ?? keptLook()
}
