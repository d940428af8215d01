import type { Plugin } from 'vite'
import { dataProject } from '../../libs/data/src/env'
import { prefetchScript } from '../../libs/data/src/prefetch/prefetch-script'

/** A Vite plugin that lets the page's head ask for what its screen waits for: see `prefetchScript`. */
export function prefetchPlugin(): Plugin {
  let script = ''
  return {
    name: 'rookies:prefetch',
    configResolved({ env }) {
      script = prefetchScript(dataProject(env, ''))
    },
    // Put before everything that stands in the head by then.
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', children: script, injectTo: 'head-prepend' }],
    },
  }
}
