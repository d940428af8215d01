import { keptLook, type Look } from '@rookies/data/settings/look'
import { useBoot } from './use-boot'

/** Returns the school's name, accent and logo: those of the last visit until the settings have arrived. */
export function useLook(): Look {
  return useBoot()?.settings ?? keptLook()
}
