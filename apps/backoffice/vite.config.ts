import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { devicePlugin } from '../../libs/data/src/device/device-plugin'
import { cleanAddressPlugin } from '../../libs/data/src/session/clean-address-plugin'
import { themePlugin } from '../../libs/ui/src/theme/theme-plugin'
import { cssClassName } from '../../scripts/lib/css-class-name.mjs'
import importAgain from '../../scripts/lib/vite-import-again.mjs'
import precompress from '../../scripts/lib/vite-precompress.mjs'

/**
 * Packages that Refine imports for features that are not used, or only later: realtime loads with the bell. They
 * have no side effects but do not declare it, and would add 75 kB gzip to the entry.
 */
const PURE_PACKAGES =
  /\/node_modules\/(papaparse|counted|react-markdown|remark-gfm|sunflower-antd|@ant-design\/pro-layout|@supabase\/(?:realtime-js|phoenix))\//

/** Code of dependencies that every screen needs. It is one file, which stays in caches when the product changes. */
const FOUNDATION =
  /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack|@supabase)\//

/** Refine imports it, but only the bell needs it, later; a file of its own keeps it out of the entry. */
const REALTIME = /\/node_modules\/@supabase\/(?:realtime-js|phoenix)\//

/**
 * The screens of each resource have the same names: their files are told apart by its folder, `purchases-list` or
 * `courses-import-create`.
 */
const SCREEN = /\/(?:resources|screens)\/([\w/-]+)(?=\/(?:list|create|edit|show)\.tsx)/

/**
 * Code that three screens or more use is put into two files rather than a hundred small ones: a screen needs fewer
 * requests, and the next screen has them already. Code for files, slugs, edited lessons, versions, keys, cohorts,
 * assignments, exercises, purchases, audit records and Markdown stays with the screens that use it, because most lists do not.
 * Code for forms, questions and pages of one record loads with the first of them.
 */
const COMPONENTS =
  /\/node_modules\/(antd(?!\/es\/timeline\/)|@ant-design|@rc-component|@refinedev|lucide-react|dayjs)\//
const SHARED = new RegExp(
  [
    '/libs/(?!exercise-engine/|ui/src/(?:code|components/text-with-code|keys|markdown|work-file)/|data/src/(?:assignments/|work-files/|audit/|cohorts/|communities/community-form|exercises/|files/|inbox/|course-editing/(?:course-slug|edited-lesson|lesson-versions)|device/(?:alone|copy-text|download-address|new-id)|invites/(?:column-names|import-invites|read-invite-list)|purchases/|questions/question-moderation|time/(?!moment-text)))',
    '/apps/backoffice/src/app/(?!cohort-link|export|use-cohort-url)',
    '/apps/backoffice/src/kit/(?!assignment-figures|cells|cohort-select|exercise-figures|one-record|record-|person-select|form-|in-place-form|saved-form|merging-form|pieces-|use-in-pieces|rules|question)',
    '/apps/backoffice/src/ui/(?!ago|conflict|date-field|email-column|leave-guard|markdown-field|optional|popover-panel|save-failed|stat-card|status-line|subject|text-|written)',
  ].join('|'),
)

/** Code that the queue, a review and a person's work share. It is one file, because the entry lists every file. */
const REVIEWS =
  /\/libs\/data\/src\/assignments\/(?:queue|review-|round)|\/resources\/submissions\/(?:columns|labels|review-address|use-reviews-changed)/

/** The field for Markdown, and how such a text is shown, for the same reason. */
const WRITING = /\/apps\/backoffice\/src\/ui\/(?:markdown-field|written)|\/markdown\/loose-code/

/** Code that the list of courses and their editor share: one file rather than three. */
const COURSES =
  /\/resources\/courses\/(typography\.module|use-refresh-catalogue|use-course-status)|\/icons\/upload\./

/**
 * Code of one subject that several screens show goes into one file rather than ten. The shared file must import none of
 * these, or every screen would load them.
 */
const SUBJECTS = {
  audit: /\/libs\/data\/src\/audit\//,
  cohorts:
    /\/libs\/data\/src\/(?:cohorts\/(?!cohort-facts)|time\/(?!days|minutes|moment-text))|\/app\/(?:cohort-link|use-cohort-url)/,
  purchases: /\/libs\/data\/src\/purchases\//,
}

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
    // The size check of `npm test` reads the manifest.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name, facadeModuleId }) => {
          const resource = SCREEN.exec(facadeModuleId ?? '')?.[1]?.replaceAll('/', '-')
          return `assets/${resource ? `${resource}-${name}` : name}-[hash].js`
        },
        codeSplitting: {
          groups: [
            { name: 'realtime', test: REALTIME },
            { name: 'foundation', test: FOUNDATION },
            { name: 'components', test: COMPONENTS, minShareCount: 3 },
            { name: 'shared', test: SHARED, minShareCount: 3 },
            { name: 'courses', test: COURSES, minShareCount: 2 },
            { name: 'reviews', test: REVIEWS },
            { name: 'writing', test: WRITING },
            ...Object.entries(SUBJECTS).map(([name, test]) => ({ name, test, minShareCount: 3 })),
          ],
        },
      },
      treeshake: {
        moduleSideEffects: [{ test: PURE_PACKAGES, sideEffects: false }],
        // Refine's live provider, which is not used, reads properties of realtime; reading them has no side
        // effects.
        propertyReadSideEffects: false,
      },
    },
  },
})
