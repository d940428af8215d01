import { bootQuery } from '@rookies/data/access/boot'
import { keptLook } from '@rookies/data/access/look'
import type { DataClient } from '@rookies/data/client'
import { dataProject } from '@rookies/data/env'
import { PRODUCT_NAME } from '@rookies/data/settings/product-name'
import { showPageIcons } from '@rookies/ui/components/logo/page-icons'
import type { QueryClient } from '@tanstack/react-query'

/**
 * Tells the browser the name and the icons of the installed app (rules/settings#installed-app). The page has no
 * manifest before this call, because a browser would rename an installed app to the product's name at each start.
 */
export async function describeApp(client: DataClient, queries: QueryClient): Promise<void> {
  const boot = await queries.ensureQueryData(bootQuery(client)).catch(() => null)
  const { site_name, accent, logo } = boot?.settings ?? keptLook()
  const isDefault = site_name === PRODUCT_NAME && logo === '' && ['', 'green'].includes(accent)
  const { url } = dataProject(import.meta.env, location.origin)
  add('link', {
    rel: 'manifest',
    href: isDefault ? '/app.webmanifest' : `${url}/functions/v1/site/app.webmanifest`,
  })
  add('meta', { name: 'apple-mobile-web-app-title', content: site_name })
  showPageIcons(logo)
}

function add(name: string, attributes: Record<string, string>): void {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) {
    element.setAttribute(attribute, value)
  }
  document.head.append(element)
}
