import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { devicePlugin } from '../../libs/data/src/device/device-plugin'
import { cleanAddressPlugin } from '../../libs/data/src/session/clean-address-plugin'
import { themePlugin } from '../../libs/ui/src/theme/theme-plugin'
import { cssClassName } from '../../scripts/lib/css-class-name.mjs'
import importAgain from '../../scripts/lib/vite-import-again.mjs'
import precompress from '../../scripts/lib/vite-precompress.mjs'

/**
 * Packages that Refine's import for what we do not show, or show only later: realtime comes with the
 * bell. They run nothing on import, but do not say so, and would weigh 75 kB gzip in the entry.
 */
const PURE_PACKAGES =
  /\/node_modules\/(papaparse|counted|react-markdown|remark-gfm|sunflower-antd|@ant-design\/pro-layout|@supabase\/(?:realtime-js|phoenix))\//

/** What every screen needs and a change of ours does not touch: one file, which stays in caches. */
const FOUNDATION =
  /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack|@supabase)\//

/** Refine knows of it, but only the bell needs it, later: a file of its own keeps it out of the entry. */
const REALTIME = /\/node_modules\/@supabase\/(?:realtime-js|phoenix)\//

/**
 * What three screens or more use comes in two files, not in a hundred of a few lines each: a screen is
 * there sooner with fewer requests, and the next one is there already. What knows of files, and what spells out letters for
 * slugs, comes with the screens that use it, which no list does; what forms and questions are made of comes with the
 * first of them.
 */
const COMPONENTS =
  /\/node_modules\/(antd|@ant-design|@rc-component|@refinedev|lucide-react|dayjs)\//
const SHARED = new RegExp(
  [
    '/libs/(?!data/src/(?:files/|course-editing/course-slug|device/(?:alone|copy-text|new-id)))',
    '/apps/backoffice/src/app/(?!export)',
    '/apps/backoffice/src/kit/(?!person-select|form-|saved-form|merging-form|pieces-|use-in-pieces|rules|question)',
    '/apps/backoffice/src/ui/(?!conflict|date-field|email-column|leave-guard|save-failed|status-line|subject)',
  ].join('|'),
)

/** What the list of courses and their editor share: one file rather than three. */
const COURSES =
  /\/resources\/courses\/(words\.module|use-refresh-catalogue|use-course-status)|\/icons\/upload\./

export default defineConfig({
  base: '/admin/',
  plugins: [
    react(),
    themePlugin(),
    devicePlugin(),
    cleanAddressPlugin(),
    importAgain(),
    precompress(),
  ],
  css: { modules: { generateScopedName: cssClassName } },
  build: {
    target: 'es2023',
    // Read by the size check of `npm test`.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'realtime', test: REALTIME },
            { name: 'foundation', test: FOUNDATION },
            { name: 'components', test: COMPONENTS, minShareCount: 3 },
            { name: 'shared', test: SHARED, minShareCount: 3 },
            { name: 'courses', test: COURSES, minShareCount: 2 },
          ],
        },
      },
      treeshake: {
        moduleSideEffects: [{ test: PURE_PACKAGES, sideEffects: false }],
        // Refine's live provider, which we do not use, reads names of realtime: reading does nothing.
        propertyReadSideEffects: false,
      },
    },
  },
})
