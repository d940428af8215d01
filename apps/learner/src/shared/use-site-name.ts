import { useBoot } from './use-boot'

/** The site's name from the settings, the product's own until they are known. */
export function useSiteName(): string {
  return useBoot()?.settings.site_name || 'Rookies'
}
