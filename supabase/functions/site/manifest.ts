import { isAppIcon } from '../../../libs/ui/src/components/logo/app-icon.ts'
import { colors } from '../../../libs/ui/src/tokens/tokens.ts'
import type { School } from '../_shared/school.ts'

// This file uses neither Deno nor Node, because the edge function and the embedded backend both run it.

/**
 * Returns the manifest of the installed app (rules/settings#installed-app). It is served from the origin of the project, so all
 * addresses are absolute: browsers accept a start only on the origin of the page. The id is that of the static manifest,
 * by which browsers know that the app is the same.
 */
export function manifestOf({ name, url, accent, logo }: School): Record<string, unknown> {
  const root = `${url}/`
  return {
    id: root,
    name,
    short_name: shortName(name),
    description: "The members' area of a coding bootcamp.",
    lang: 'en',
    start_url: root,
    scope: root,
    display: 'standalone',
    background_color: colors.light.surface,
    theme_color: accent,
    icons:
      logo && isAppIcon(logo)
        ? [{ src: logo.url, sizes: `${logo.width}x${logo.height}`, type: 'image/png' }]
        : [
            { src: `${root}icons/icon-192.png`, sizes: '192x192', type: 'image/png' },
            { src: `${root}icons/icon-512.png`, sizes: '512x512', type: 'image/png' },
            {
              src: `${root}icons/maskable-512.png`,
              sizes: '512x512',
              type: 'image/png',
              purpose: 'maskable',
            },
            { src: `${root}favicon.svg`, sizes: 'any', type: 'image/svg+xml' },
          ],
  }
}

/** The first words that fit below an icon: launchers cut longer names. */
const shortName = (name: string) => /^.{1,12}(?=\s|$)/u.exec(name)?.[0] ?? name
