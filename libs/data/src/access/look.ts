import { localStore, SITE_NAME_KEY } from '../device/store'
import { PRODUCT_NAME } from '../settings/product-name'
import type { PublicSettings } from './boot'

/** What every page shows of the school (rules/settings#school). */
export type Look = Pick<PublicSettings, 'site_name' | 'accent' | 'logo'>

const LOOK_KEY = 'rookies-look'

/** Keeps the look on the device for the next visit. It belongs to no person. */
export function keepLook({ site_name, accent, logo }: Look): void {
  localStore.setIfRoom(SITE_NAME_KEY, site_name)
  localStore.setIfRoom(LOOK_KEY, `${accent} ${logo}`)
}

/** Returns the look of the last visit, which a page shows until the settings have arrived; at first the product's. */
export function keptLook(): Look {
  const [accent = '', logo = ''] = localStore.getItem(LOOK_KEY)?.split(' ') ?? []
  return { site_name: localStore.getItem(SITE_NAME_KEY) || PRODUCT_NAME, accent, logo }
}
