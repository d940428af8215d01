import type { Plugin } from 'vite'
import { earlyScript } from '../../libs/data/src/early/early-script'
import { dataProject } from '../../libs/data/src/env'

/** A Vite plugin that lets the page's head ask for what its screen waits for: see `earlyScript`. */
export function earlyReads(): Plugin {
  let script = ''
  return {
    name: 'rookies:early-reads',
    configResolved({ env }) {
      script = earlyScript(dataProject(env, ''))
    },
    // Put before everything that stands in the head by then.
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', children: script, injectTo: 'head-prepend' }],
    },
  }
}
