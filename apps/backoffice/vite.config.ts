import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { themePlugin } from '../../libs/ui/src/theme/theme-plugin'
import precompress from '../../scripts/lib/vite-precompress.mjs'

/**
 * CommonJS packages that `@refinedev/core` and `@refinedev/antd` import for components we do not
 * show. They run nothing on import, but do not say so, and would weigh 60 kB gzip in the entry.
 */
const PURE_PACKAGES =
  /\/node_modules\/(papaparse|pluralize|react-markdown|remark-gfm|sunflower-antd|@ant-design\/pro-layout)\//

/** What every screen needs and a change of ours does not touch: one file, which stays in caches. */
const FOUNDATION =
  /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack|@supabase)\//

export default defineConfig({
  base: '/admin/',
  plugins: [react(), themePlugin(), precompress()],
  build: {
    target: 'es2023',
    // Read by the size check of `npm test`.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'foundation', test: FOUNDATION }] } },
      treeshake: { moduleSideEffects: [{ test: PURE_PACKAGES, sideEffects: false }] },
    },
  },
})
