import { THEME_BOOT_SCRIPT } from './boot-script'

/**
 * A Vite plugin for both applications: puts the theme's boot script first in the page's head, so that the first
 * paint has the right colours. The content security policy names the script's hash.
 */
export function themePlugin() {
  return {
    name: 'rookies-theme',
    transformIndexHtml: () => [
      { tag: 'script', children: THEME_BOOT_SCRIPT, injectTo: 'head-prepend' as const },
    ],
  }
}
