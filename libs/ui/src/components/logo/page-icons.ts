import { coverAddress } from '../thumbnail/cover-address'
import { isAppIcon } from './app-icon'
import { logoSize } from './logo-size'

/** Makes a logo that can be an icon the icon of the page (rules/settings#installed-app). @param logo `covers/…` */
export function showPageIcons(logo: string): void {
  const size = logoSize(logo)
  if (!size || !isAppIcon(size)) return
  for (const link of document.querySelectorAll('link[rel="icon"], link[rel="apple-touch-icon"]')) {
    link.setAttribute('type', 'image/png')
    link.setAttribute('href', coverAddress(logo))
  }
}
