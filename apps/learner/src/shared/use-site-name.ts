import { useBoot } from './use-boot'

/** Returns the site's name from the settings, and the product's name until they have arrived. */
export function useSiteName(): string {
  return useBoot()?.settings.site_name || 'Rookies'
}
