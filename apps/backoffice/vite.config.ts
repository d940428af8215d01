import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { themePlugin } from '../../libs/ui/src/theme/theme-plugin'
import precompress from '../../scripts/lib/vite-precompress.mjs'

/**
 * CommonJS packages that `@refinedev/core` and `@refinedev/antd` import for components we do not
 * show. They run nothing on import, but do not say so, and would weigh 60 kB gzip in the entry.
 */
const PURE_PACKAGES =
  /\/node_modules\/(papaparse|pluralize|react-markdown|remark-gfm|sunflower-antd|@ant-design\/pro-layout)\//

export default defineConfig({
  base: '/admin/',
  resolve: {
    // The package's own map offers two endings for a path; bundlers look at the first alone.
    alias: [
      {
        find: /^@rookies\/ui\/(.+)$/,
        replacement: fileURLToPath(new URL('../../libs/ui/src/$1', import.meta.url)),
      },
    ],
  },
  plugins: [react(), themePlugin(), panelRoutes(), precompress()],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: PURE_PACKAGES, sideEffects: false }] },
    },
  },
})

/**
 * In development the bundle answers `/admin` without its slash and everything under `/moderator`, as
 * the gateway does later (decisions §1).
 */
function panelRoutes(): Plugin {
  return {
    name: 'rookies:panel-routes',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const path = request.url ?? ''
        if (/^\/(admin|moderator)([?#]|$)/.test(path) || path.startsWith('/moderator/')) {
          request.url = '/admin/'
        }
        next()
      })
    },
  }
}
