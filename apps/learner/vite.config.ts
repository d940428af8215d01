import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { devicePlugin } from '../../libs/data/src/device/device-plugin'
import { cleanAddressPlugin } from '../../libs/data/src/session/clean-address-plugin'
import { documentsPlugin } from '../../libs/exercise-engine/src/documents-plugin'
import { themePlugin } from '../../libs/ui/src/theme/theme-plugin'
import { cssClassName } from '../../scripts/lib/css-class-name.mjs'
import precompress from '../../scripts/lib/vite-precompress.mjs'
import { prefetchPlugin } from './prefetch-plugin'
import { routePreload } from './route-preload'
import { workerPlugin } from './worker-plugin'

/**
 * Matches packages that every screen needs. They become one file, which stays cached when only the portal changes. The
 * code of infinite queries is excluded, because few screens use it.
 */
const FOUNDATION =
  /\/node_modules\/(?!@tanstack\/.*[iI]nfinite)(?:(?:react|react-dom|scheduler|react-router|react-router-dom|@tanstack|@supabase\/(?!realtime-js|phoenix)[^/]+)\/|lucide-react\/dist\/esm\/(?:shared|Icon|create|context))/

/** Matches small modules that most screens use, to bundle them in one file. Icons of rare screens are excluded. */
const COMMON =
  /\/libs\/ui\/src\/components\/(?:avatar|empty-state|error-state|progress-bar|skeleton|visually-hidden)\/|\/apps\/learner\/src\/shared\/(?!optional-section|show-more|use-functions|use-writing)|\/lucide-react\/dist\/esm\/icons\/(?!cloud|construction|download|eye|hourglass|monitor|notebook|pencil|play|trash)|\/libs\/data\/src\/(?:access\/(?!account-notice)|database|outbox\/|sync\/(?:outbox-state|waiting)|progress\/(?:overlay|queued-completions)|questions\/refused-posts|logs\/log|links\/external-link|authorized-fetch|stale-build|session\/(?:current-session|return-path)|course-viewing\/(?:duration|messages|progress-percent))|\/linked-text\.|\/shortcut-key/

/** Matches modules that the library and the viewer share, which become one file. */
const STUDY =
  /\/(?:progress-percent|progress\/overlay)\.|\/shared\/(?:use-outbox-state|optional-section)\.|\/linked-text\.|\/icons\/(?:circle-play|list-checks|link-2|square-terminal)\./

/** Matches modules about the device that only later screens need. */
const DEVICE = /\/data\/src\/device\/(?!store|sha256)/

export default defineConfig({
  base: '/',
  plugins: [
    react(),
    themePlugin(),
    devicePlugin(),
    routePreload(),
    prefetchPlugin(),
    cleanAddressPlugin(),
    documentsPlugin(),
    workerPlugin(),
    precompress(),
  ],
  css: { modules: { generateScopedName: cssClassName } },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    // `scripts/weights.mjs` computes the weight of a lesson from the manifest.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'foundation', test: FOUNDATION },
            { name: 'common', test: COMMON, minShareCount: 3 },
            { name: 'device', test: DEVICE },
            { name: 'study', test: STUDY, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
