import type { PublicSettings } from '../access/boot'
import { localStore, SITE_NAME_KEY } from '../device/store'
import { PRODUCT_NAME } from './product-name'

/** What every page shows of the school (rules/settings#school). */
export type Look = Pick<PublicSettings, 'site_name' | 'accent' | 'logo'>

const KEYS = {
  site_name: SITE_NAME_KEY,
  accent: 'rookies-accent',
  logo: 'rookies-logo',
} satisfies Record<keyof Look, string>

/** Keeps the look on the device for the next visit. It belongs to no person. */
export function keepLook(look: Look): void {
  localStore.setIfRoom(KEYS.site_name, look.site_name)
  localStore.setIfRoom(KEYS.accent, look.accent)
  localStore.setIfRoom(KEYS.logo, look.logo)
}

/** Returns the look of the last visit, which a page shows until the settings have arrived; at first the product's. */
export const keptLook = (): Look => ({
  site_name: localStore.getItem(KEYS.site_name) || PRODUCT_NAME,
  accent: localStore.getItem(KEYS.accent) ?? '',
  logo: localStore.getItem(KEYS.logo) ?? '',
})
