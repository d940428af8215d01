import { useLook } from './use-look'

/** Returns the school's name (rules/settings#school). */
export function useSiteName(): string {
  return useLook().site_name
}
