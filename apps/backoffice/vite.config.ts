import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { devicePlugin } from '../../libs/data/src/device/device-plugin'
import { cleanAddressPlugin } from '../../libs/data/src/session/clean-address-plugin'
import { themePlugin } from '../../libs/ui/src/theme/theme-plugin'
import { cssClassName } from '../../scripts/lib/css-class-name.mjs'
import importAgain from '../../scripts/lib/vite-import-again.mjs'
import precompress from '../../scripts/lib/vite-precompress.mjs'

/**
 * Packages that Refine imports for features that the panel does not use, or uses only later, such as realtime for the
 * bell. They have no side effects but do not declare that, and would add 75 kB gzip to the entry.
 */
const PURE_PACKAGES =
  /\/node_modules\/(papaparse|counted|react-markdown|remark-gfm|sunflower-antd|@ant-design\/pro-layout|@supabase\/(?:realtime-js|phoenix))\//

/** Dependencies that every screen needs, in one file that stays in caches when the product changes. */
const FOUNDATION =
  /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack|@supabase)\//

/** Refine imports realtime, but only the bell needs it, and later. A file of its own keeps it out of the entry. */
const REALTIME = /\/node_modules\/@supabase\/(?:realtime-js|phoenix)\//

/**
 * The path of a screen's file. The screens of all resources have the same file names, so the folder becomes part of
 * the name of the bundle: `purchases-list` or `courses-import-create`.
 */
const SCREEN = /\/(?:resources|screens)\/([\w/-]+)(?=\/(?:list|create|edit|show)\.tsx)/

/**
 * Puts code that at least three screens use into two files instead of a hundred small ones, so that a screen needs
 * fewer requests and the next screen finds them in the cache. The exceptions are subjects that most lists do not
 * need, such as files, cohorts, or Markdown, and forms and pages of one record, which load with the first of them.
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

/**
 * Code that the review queue, a review and a person's work share. It is one file, because the entry lists every file.
 */
const REVIEWS =
  /\/libs\/data\/src\/assignments\/(?:queue|review-|round)|\/resources\/submissions\/(?:columns|labels|review-address|use-reviews-changed)/

/**
 * The field for Markdown and the component that shows Markdown. They are one file, because the entry lists every
 * file.
 */
const WRITING = /\/apps\/backoffice\/src\/ui\/(?:markdown-field|written)|\/markdown\/loose-code/

/** Code that the list of courses and the editor share, in one file instead of three. */
const COURSES =
  /\/resources\/courses\/(typography\.module|use-refresh-catalogue|use-course-status)|\/icons\/upload\./

/**
 * Code of one subject that several screens use goes into one file instead of ten. The files of COMPONENTS and SHARED
 * must not import any of these, because every screen would then load them.
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
        // Refine's live provider is not used, but reads properties of realtime. Reading them has no side effects.
        propertyReadSideEffects: false,
      },
    },
  },
})
