import {
  type Edit,
  inTurn,
  withElement,
  withImport,
  withoutElement,
  withoutImport,
  withoutProperty,
  withProperty,
} from './edits'
import { sceneFile } from './references'
import type { Resource } from './resource'
import { databaseTest, matrixEntry, probe, scene, writableEntry } from './templates/checks'
import { dataFile } from './templates/data'
import {
  dialogEntry,
  dialogMark,
  exportEntry,
  panelEntry,
  rightsEntry,
  rulesEntry,
} from './templates/entries'
import { formFile, formTest } from './templates/form'
import { journey, states } from './templates/journey'
import { migration } from './templates/migration'
import { screens } from './templates/screens'
import { seeds } from './templates/seeds'
import { camel, kebab } from './words'

/** What the command writes: the resource's own files by path, and edits of shared files. */
export interface Plan {
  files: ReadonlyMap<string, string>
  edits: ReadonlyMap<string, Edit>
}

/** The numeric prefixes of files in these folders; a new file gets the next one. */
export interface Numbers {
  test: string
  seed: string
}

export function planOf(resource: Resource, numbers: Numbers): Plan {
  const { table, folder, file, stamp } = resource
  const here = `apps/backoffice/src/resources/${folder}`
  const files = new Map([
    [`supabase/schema/${folder}.sql`, migration(resource)],
    [`supabase/migrations/${stamp}_${table}.sql`, migration(resource)],
    [`supabase/seeds/${numbers.seed}-${folder}.sql`, seeds(resource)],
    [`libs/data/src/${folder}/${file}.ts`, dataFile(resource)],
    [`libs/data/src/${folder}/${file}-form.ts`, formFile(resource)],
    [`libs/data/src/${folder}/${file}-form.test.ts`, formTest(resource)],
    ...Object.entries(screens(resource)).map(
      ([name, text]) => [`${here}/${name}`, text] satisfies [string, string],
    ),
    [sceneFile(table), scene(resource)],
    [`supabase/tests/agreement/probes/${folder}.ts`, probe(resource)],
    [`supabase/tests/${numbers.test}-${folder}.test.ts`, databaseTest(resource)],
    [`e2e/admin/${folder}.spec.ts`, journey(resource)],
    [`e2e/support/screens/${folder}.ts`, states(resource)],
  ])
  return { files, edits: lines(resource) }
}

/** The constants of the test of live changes, by the role that gets the changes of a resource. */
const CHANGE_LISTS = [
  ['MODERATOR', 'HEARD_BY_MODERATORS'],
  ['CREATOR', 'HEARD_BY_CREATORS'],
] as const

function lines(resource: Resource): Map<string, Edit> {
  const { table, variables, variable, folder, file } = resource
  const word = `'${table}'`
  const ofRoles = CHANGE_LISTS.filter(([role]) => resource.read.includes(role))
  const listed = ['SIGNALLED', ...ofRoles.map(([, constant]) => constant)]
  return new Map<string, Edit>([
    ['supabase/config.toml', inTurn(withoutSchema(folder), withSchema(folder))],
    ['libs/data/src/access/resources.ts', withProperty('RESOURCES', table, rightsEntry(resource))],
    ['libs/data/src/refine/resource-rules.ts', withProperty('RULES', table, rulesEntry(resource))],
    [
      'libs/data/src/refine/audit-log.ts',
      withProperty('TARGETS', table, `${table}: '${resource.one}'`),
    ],
    [
      'libs/data/src/exports/export-lists.ts',
      withProperty('EXPORT_COLUMNS', table, exportEntry(resource)),
    ],
    [
      'apps/backoffice/src/app/resources.tsx',
      (text) => {
        // A resource that is created again keeps its icon.
        const icon = freeIcon(withoutElement('PANEL_RESOURCES', `name: ${word}`)(text))
        return inTurn(
          withElement('PANEL_RESOURCES', `name: ${word}`, panelEntry(resource, icon), {
            before: `name: 'audit_logs'`,
          }),
          withIcon(icon),
        )(text)
      },
    ],
    [
      'apps/backoffice/src/app/command/acts.ts',
      withElement('DIALOG_ACTS', dialogMark(file), dialogEntry(resource)),
    ],
    [
      'supabase/tests/agreement/columns.ts',
      withProperty('WRITABLE', table, writableEntry(resource)),
    ],
    ['supabase/tests/agreement/matrix.ts', withProperty('MATRIX', table, matrixEntry(resource))],
    [
      'supabase/tests/agreement/probes/index.ts',
      inTurn(
        withImport(`./${folder}`, `import { ${variables} } from './${folder}'`),
        withProperty('PROBES', table, table === variables ? table : `${table}: ${variables}`),
      ),
    ],
    [
      'supabase/tests/wide/340-list-changes.test.ts',
      inTurn(...listed.map((constant) => withElement(constant, word, word, { sorted: true }))),
    ],
    [
      'e2e/support/screens.ts',
      inTurn(
        withImport(
          `./screens/${folder}`,
          `import { ${variable}Screens } from './screens/${folder}'`,
        ),
        withElement('screens', `...${variable}Screens`, `...${variable}Screens`),
      ),
    ],
  ])
}

/** Adds the schema's file at the end of `schema_paths`. */
const withSchema =
  (folder: string): Edit =>
  (text) =>
    text.replace(/^(schema_paths = \[[^\]]*)\]/m, `$1  "./schema/${folder}.sql",\n]`)

const withoutSchema =
  (folder: string): Edit =>
  (text) =>
    text.replace(`  "./schema/${folder}.sql",\n`, '')

/** Icons of the menu for new resources, until somebody chooses a better one. */
const ICONS = ['Shapes', 'Tag', 'Package', 'Star', 'Flag', 'Gift', 'Puzzle', 'Layers', 'Compass']

const freeIcon = (text: string) =>
  ICONS.find((icon) => !text.includes(`icon: ${icon},`)) ?? 'Shapes'

/** Imports the icon; the formatter sorts the imported names. */
const withIcon =
  (icon: string): Edit =>
  (text) =>
    text.includes(`  ${icon},\n`)
      ? text
      : text.replace("\n} from 'lucide-react'", `\n  ${icon},\n} from 'lucide-react'`)

const withoutIcons: Edit = (text) =>
  ICONS.filter((icon) => !text.includes(`icon: ${icon},`)).reduce(
    (left, icon) => left.replace(`  ${icon},\n`, ''),
    text,
  )

/** Returns the edits that remove a resource; they need only its name. */
export function removalOf(table: string, one: string): ReadonlyMap<string, Edit> {
  const [folder, word] = [kebab(table), `'${table}'`]
  const screensOf = `${camel(one)}Screens`
  const listed = ['SIGNALLED', ...CHANGE_LISTS.map(([, constant]) => constant)]
  return new Map<string, Edit>([
    ['supabase/config.toml', withoutSchema(folder)],
    ['libs/data/src/access/resources.ts', withoutProperty('RESOURCES', table)],
    ['libs/data/src/refine/resource-rules.ts', withoutProperty('RULES', table)],
    ['libs/data/src/refine/audit-log.ts', withoutProperty('TARGETS', table)],
    ['libs/data/src/exports/export-lists.ts', withoutProperty('EXPORT_COLUMNS', table)],
    [
      'apps/backoffice/src/app/resources.tsx',
      inTurn(withoutElement('PANEL_RESOURCES', `name: ${word}`), withoutIcons),
    ],
    [
      'apps/backoffice/src/app/command/acts.ts',
      withoutElement('DIALOG_ACTS', dialogMark(kebab(one))),
    ],
    ['supabase/tests/agreement/columns.ts', withoutProperty('WRITABLE', table)],
    ['supabase/tests/agreement/matrix.ts', withoutProperty('MATRIX', table)],
    [
      'supabase/tests/agreement/probes/index.ts',
      inTurn(withoutImport(`./${folder}`), withoutProperty('PROBES', table)),
    ],
    [
      'supabase/tests/wide/340-list-changes.test.ts',
      inTurn(...listed.map((constant) => withoutElement(constant, word))),
    ],
    [
      'e2e/support/screens.ts',
      inTurn(withoutImport(`./screens/${folder}`), withoutElement('screens', `...${screensOf}`)),
    ],
  ])
}

/** Returns whether the command created this file for this table. */
export function isOwnFile(path: string, table: string): boolean {
  const folder = kebab(table)
  return [
    new RegExp(`^supabase/migrations/\\d{14}_${table}\\.sql$`),
    new RegExp(`^supabase/schema/${folder}\\.sql$`),
    new RegExp(`^supabase/seeds/\\d+-${folder}\\.sql$`),
    new RegExp(`^supabase/tests/\\d+-${folder}\\.test\\.ts$`),
    new RegExp(`^supabase/tests/(scenes|agreement/probes)/${folder}\\.ts$`),
    new RegExp(`^(libs/data/src|apps/backoffice/src/resources)/${folder}/`),
    new RegExp(`^e2e/(admin/${folder}\\.spec|support/screens/${folder})\\.ts$`),
  ].some((pattern) => pattern.test(path))
}
