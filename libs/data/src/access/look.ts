import { localStore, SITE_NAME_KEY } from '../device/store'
import { PRODUCT_NAME } from '../settings/product-name'
import type { PublicSettings } from './boot'

/** The name, accent colour, and logo of the school, which every page shows (rules/settings#school). */
export type Look = Pick<PublicSettings, 'site_name' | 'accent' | 'logo'>

const LOOK_KEY = 'rookies-look'

/** Stores the school's look on the device for the next visit. It contains no data of a person. */
export function keepLook({ site_name, accent, logo }: Look): void {
  localStore.setIfRoom(SITE_NAME_KEY, site_name)
  localStore.setIfRoom(LOOK_KEY, `${accent} ${logo}`)
}

/**
 * Returns the look of the last visit, which the page shows until the settings have loaded; the product's own at the
 * first visit.
 */
export function keptLook(): Look {
  const [accent = '', logo = ''] = localStore.getItem(LOOK_KEY)?.split(' ') ?? []
  return { site_name: localStore.getItem(SITE_NAME_KEY) || PRODUCT_NAME, accent, logo }
}
