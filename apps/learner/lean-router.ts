import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const PRODUCTION = /\/react-router\/dist\/production\/chunk-\w+\.mjs$/
const DISPLAY_NAME = /^\w+\.displayName = ".*";$/gm
const COMPONENT = /^(var \w+ = )(React\d*\.(?:forwardRef|memo|createContext)\()/gm

/**
 * A Vite plugin that takes the production files of React Router, which its package names for
 * frameworks only, and lets what nobody uses of them (forms, scroll restoration) be shaken off:
 * names for developer tools would hold it in the bundle. 1.9 kB gzip in front of every screen.
 */
export function leanRouter(): Plugin {
  return {
    name: 'rookies:lean-router',
    apply: 'build',
    enforce: 'pre',
    resolveId(source) {
      if (source !== 'react-router') return null
      const development = fileURLToPath(import.meta.resolve('react-router'))
      const production = development.replace(/\/dist\/.*$/, '/dist/production/index.mjs')
      return this.resolve(production)
    },
    transform(code, id) {
      if (!PRODUCTION.test(id)) return null
      const pure = code.replace(DISPLAY_NAME, '').replace(COMPONENT, '$1/* @__PURE__ */ $2')
      return { code: pure, map: null }
    },
  }
}
