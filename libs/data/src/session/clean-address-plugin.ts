import { cleanAddressScript } from './clean-address-script'

/**
 * A Vite plugin for both applications: says at the top of the page that no request names more of it than
 * its origin, which players ask for, and clears the address. Stands behind every other plugin that puts
 * something into the head, so that it comes before all of that.
 */
export function cleanAddressPlugin() {
  return {
    name: 'rookies-arrival',
    transformIndexHtml: {
      order: 'post' as const,
      handler: () => [
        {
          tag: 'meta',
          attrs: { name: 'referrer', content: 'strict-origin' },
          injectTo: 'head-prepend' as const,
        },
        { tag: 'script', children: cleanAddressScript(), injectTo: 'head-prepend' as const },
      ],
    },
  }
}
