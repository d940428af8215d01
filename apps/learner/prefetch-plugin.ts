import type { Plugin } from 'vite'
import { dataProject } from '../../libs/data/src/env'
import { prefetchScript } from '../../libs/data/src/prefetch/prefetch-script'

/**
 * A Vite plugin that puts the script of `prefetchScript` into the page's head: it requests the screen's data before
 * the bundle has loaded.
 */
export function prefetchPlugin(): Plugin {
  let script = ''
  return {
    name: 'rookies:prefetch',
    configResolved({ env }) {
      script = prefetchScript(dataProject(env, ''))
    },
    // This plugin runs last, so that its script comes before everything else in the head.
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', children: script, injectTo: 'head-prepend' }],
    },
  }
}
