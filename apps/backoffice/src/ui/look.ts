import { keptLook, type Look } from '@rookies/data/settings/look'
import { createContext, useContext } from 'react'

/** The school's name and logo, once the settings have arrived (rules/settings#school). */
export const LookContext = createContext<Look | undefined>(undefined)

/** Returns the school's name and logo: those of the last visit until the settings have arrived. */
export function useLook(): Look {
  return useContext(LookContext) ?? keptLook()
}
