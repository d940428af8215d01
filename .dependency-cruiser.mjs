// The walls of the house: what may import what. `npm test` walks them.
import engine from './libs/exercise-engine/package.json' with { type: 'json' }

const learner = '^apps/learner/'
const backoffice = '^apps/backoffice/'
/** The files that a package exports. */
const engineFace = Object.values(engine.exports).map((path) =>
  path.replace('./', '^libs/exercise-engine/').replace('.ts', '\\.ts$').replace('*', '.+'),
)

/**
 * The rules of the domain that files follow as forms do (fields and their limits, slugs, links, videos), what is sent
 * of a course and read of it, and what is read of other files too: text and zips.
 */
const RULES_OF_FILES = [
  'assignments/(?:assignment-part|edit-assignment|edit-tests)',
  'course-editing/(?:course-form|course-slug|lesson-attachments)',
  'course-export/exported-course',
  'course-import/(?:exported-lesson|payload|stand-ins)',
  'course-viewing/paths',
  'database\\.gen',
  'exercises/exercise-part',
  'files/(?:decode-text|file-types|stored-file|unprintable)',
  'links/web-link',
  'records/(?:limits|row-id)',
  'video/(?:embed-url|messages|parse-video-link|provider|start-time)',
  'wording',
  'zip/(?:checksum|zip-directory)',
].join('|')

export default {
  forbidden: [
    {
      name: 'no-circles',
      // A type that travels back is no circle at run time.
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'apps-never-import-each-other',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'features-never-import-each-other',
      severity: 'error',
      from: { path: '^apps/learner/src/features/([^/]+)/' },
      to: { path: '^apps/learner/src/features/', pathNot: '^apps/learner/src/features/$1/' },
    },
    {
      name: 'back-office-resources-never-import-each-other',
      severity: 'error',
      from: { path: '^apps/backoffice/src/(resources|screens)/([^/]+)/' },
      to: {
        path: '^apps/backoffice/src/(resources|screens)/',
        pathNot: '^apps/backoffice/src/$1/$2/',
      },
    },
    {
      name: 'back-office-ui-knows-no-backend',
      severity: 'error',
      from: { path: '^apps/backoffice/src/ui/' },
      to: { path: '^apps/backoffice/src/(app|kit|people|resources|screens)/' },
    },
    {
      name: 'back-office-shared-parts-know-no-resource',
      severity: 'error',
      from: { path: '^apps/backoffice/src/(kit|people)/' },
      to: { path: '^apps/backoffice/src/(resources|screens)/' },
    },
    {
      name: 'libs-never-import-apps',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(apps|supabase|e2e|scripts)/' },
    },
    {
      name: 'data-and-ui-stand-apart',
      severity: 'error',
      from: { path: '^libs/(data|ui)/' },
      // What a browser keeps and gives is decided in one place for both.
      to: {
        path: '^libs/',
        pathNot: ['^libs/$1/', '^libs/data/src/device/', '^libs/exercise-engine/'],
      },
    },
    {
      // It runs code for the browser and for the server alike, and knows neither accounts nor requests.
      name: 'exercise-engine-stands-alone',
      severity: 'error',
      from: { path: '^libs/exercise-engine/' },
      to: { path: '^libs/', pathNot: '^libs/exercise-engine/' },
    },
    {
      // Edge functions import files by path, where the exports of a package do not hold.
      name: 'exercise-engine-has-a-public-face',
      severity: 'error',
      from: { pathNot: '^libs/exercise-engine/' },
      to: { path: '^libs/exercise-engine/', pathNot: engineFace },
    },
    {
      // A page and a command read and write the same files, each with requests of its own. So this library sends none.
      name: 'course-format-knows-rules-alone',
      severity: 'error',
      from: { path: '^libs/course-format/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(apps|libs)/',
        pathNot: [
          '^libs/(?:course-format|exercise-engine)/',
          `^libs/data/src/(?:${RULES_OF_FILES})\\.ts$`,
        ],
      },
    },
    {
      // Whatever sends a request names the client's type.
      name: 'course-format-never-reaches-the-client',
      severity: 'error',
      from: { path: '^libs/course-format/', pathNot: '\\.test\\.ts$' },
      to: { path: '^libs/data/src/client\\.ts$', reachable: true },
    },
    {
      // The files beside its folders are its public face.
      name: 'course-format-has-a-face',
      severity: 'error',
      from: { pathNot: '^libs/course-format/' },
      to: { path: '^libs/course-format/src/(?!testing/)[^/]+/' },
    },
    {
      name: 'device-stands-alone',
      severity: 'error',
      from: { path: '^libs/data/src/device/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(apps|libs)/', pathNot: '^libs/data/src/device/' },
    },
    {
      // What the domains need of it lies in `records`.
      name: 'refine-is-the-roof-of-data',
      severity: 'error',
      from: { path: '^libs/data/src/', pathNot: '^libs/data/src/refine/' },
      to: { path: '^libs/data/src/refine/' },
    },
    {
      name: 'data-has-no-interface',
      severity: 'error',
      from: { path: '^libs/data/' },
      to: { path: 'node_modules/(react|react-dom|antd|@refinedev/antd|lucide-react)/' },
    },
    {
      name: 'ui-has-no-antd',
      severity: 'error',
      from: { path: '^libs/ui/' },
      to: { path: 'node_modules/(antd|@ant-design|@refinedev)/' },
    },
    {
      name: 'learner-never-reaches-antd-or-refine',
      severity: 'error',
      from: { path: learner },
      to: { path: 'node_modules/(antd|@ant-design|@refinedev)/', reachable: true },
    },
    {
      name: 'only-data-touches-supabase',
      severity: 'error',
      from: { path: `${learner}|${backoffice}|^libs/ui/` },
      to: { path: 'node_modules/@supabase/' },
    },
    {
      // They load foreign scripts, which our pages refuse (decision 0008).
      name: 'no-stock-players',
      severity: 'error',
      from: { path: '^(apps|libs)/' },
      to: {
        path: 'node_modules/(react-player/dist/(?!ReactPlayer\\.)|[^/]+-(video|audio)-element/|@mux/)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'nobody-knows-the-local-backend',
      severity: 'error',
      from: { path: '^(apps|libs)/' },
      to: { path: '^supabase/' },
    },
    {
      // `npm start` installs no development packages. Types are erased before they run.
      name: 'start-needs-no-development-package',
      severity: 'error',
      from: {
        path: '^(apps|libs|supabase/(local|functions)|scripts/(lib|schema|site|doctor|backup|upgrade|course-command|(import|export)-courses?))/',
        pathNot: '\\.test\\.tsx?$|/testing(/|\\.ts$)|/test/|vitest\\.config\\.ts$',
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-undeclared-packages',
      severity: 'error',
      from: { path: '^(apps|libs|supabase|e2e)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // What we build; packages have a `dist` as well, and the walls are to see it.
    exclude: {
      path: '^(apps/learner|apps/backoffice|libs/[^/]+|e2e)/(dist|test-results|playwright-report)/',
    },
    combinedDependencies: true,
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
