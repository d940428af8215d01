import { folderOf, nameOf, ROOT } from './paths'

/** The spelling of certain words, by lower case. */
const SPELLED = new Map(
  `JavaScript TypeScript HTML CSS SCSS DOM Git GitHub GitLab API APIs JSON XML YAML CSV SVG PDF SQL
  MySQL PostgreSQL SQLite MongoDB GraphQL HTTP HTTPS URL URLs UI UX OOP TDD MVC JSX PHP AWS CI CLI IDE
  OS macOS iOS WSL WSL2 ChromeOS VSCode AJAX CRUD JWT OAuth SEO FAQ AI VM VMs SSH TCP DNS SPA PWA
  ESLint DevOps npm nvm Node.js Next.js Vue.js Express.js JS TS CORS REPL ORM SDK CMS UML`
    .split(/\s+/)
    .flatMap((word) => {
      const lower = word.toLowerCase()
      return [[lower, word] as const, [lower.replace('.', ''), word] as const]
    }),
)

const SMALL = new Set(
  'a an and as at but by for from in into nor of on or per the to via vs with'.split(' '),
)

/** Matches `01-`, `2. `, `ch03_`, and for numbers of two levels `01-02-` and `ch01-02-`. */
export const NUMBER =
  /^(?:ch(?:apter)?[-_.\s]?)?(\d{1,4})(?:[-_.]\d{1,3}(?=[-_.)\s]))*[-_.)\s]+(?=\S)/i

function spell(word: string, isFirst: boolean): string {
  const lower = word.toLowerCase()
  const known = SPELLED.get(lower)
  if (known !== undefined) return known
  if (SMALL.has(lower)) return isFirst ? lower.charAt(0).toUpperCase() + lower.slice(1) : lower
  if (word !== lower) return word
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Returns the name of a Markdown file without `.md`; null for other files. Takes the name without its folder. */
export function markdownName(fileName: string): string | null {
  return /^(.+)\.(?:mdx?|markdown)$/i.exec(fileName)?.[1] ?? null
}

/** The file in which Docusaurus describes a folder. */
export const CATEGORY_FILE = /^_category_\.(?:json|ya?ml)$/i

/** Returns whether a file is read: Markdown, or a file that describes its folder. */
export function isTextFile(fileName: string): boolean {
  return (
    markdownName(fileName) !== null ||
    /^_(?:module|course)\.ya?ml$/i.test(fileName) ||
    CATEGORY_FILE.test(fileName)
  )
}

/**
 * Returns the number at the beginning of a name (`01-intro`, `2. Setup`, `ch03-02-loops`); null if there is none. Names
 * order equal numbers.
 */
export function numberOf(name: string): number | null {
  const digits = NUMBER.exec(name)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** The id that Notion adds to a name. */
const NOTION_ID = /(?<=\S)[ _-][0-9a-f]{32}(?:_all)?$/i

/**
 * Returns a title for the name of a folder or a file: `01-html_and_css` becomes `HTML and CSS`. The number stays if it
 * is part of the name: `12-factor-app`.
 */
export function titleFromName(name: string, numberIsName = false): string {
  const own = name.replace(NOTION_ID, '')
  const bare = (numberIsName ? own : own.replace(NUMBER, '')).normalize('NFC')
  const shouted = bare === bare.toUpperCase() && bare.length > 4
  const words = (shouted ? bare.toLowerCase() : bare)
    .split(/[\s_-]+|\.(?=\D)/)
    .filter((word) => word !== '')
  const title = words.map((word, index) => spell(word, index === 0)).join(' ')
  return title === '' ? name : title
}

/** Files of a repository beside a course, in any folder. */
const OF_A_PROJECT =
  /^(?:licen[cs]e(?:[-_.].*)?|copying|code[-_ ]of[-_ ]conduct|changelog|release[-_ ]notes|pull[-_ ]request[-_ ]template|issue[-_ ]template|third[-_ ]party[-_ ]notices)$/i
/** A lesson may have these names, but not in capitals. */
const IN_CAPITALS =
  /^(?:CONTRIBUTING|SECURITY|SUPPORT|AUTHORS|CONTRIBUTORS|MAINTAINERS|GOVERNANCE|NOTICE|ATTRIBUTIONS?|CREDITS|TRANSLATING|TRANSLATIONS?|CHANGES|HISTORY|TODO|CITATION|STYLE[-_]?GUIDE|ROADMAP|CLAUDE|AGENTS)$/
const TEMPLATE =
  /^(?:template|(?:.*[-_ ])?(?:lesson|project|chapter|module|page|exercise|unit|course|readme|section|issue|pr|content|knowledge[-_ ]check)s?[-_ ]template)$/i
const OF_TEMPLATES = /(?:^|\/)(?:archetypes|ISSUE_TEMPLATE|PULL_REQUEST_TEMPLATE)(?:\/|$)/i

/** Returns why a text is no lesson but belongs to the repository, as a sentence; null if it may be one. */
export function projectFile(path: string): string | null {
  const name = markdownName(nameOf(path))
  if (name === null) return null
  const isTemplate = TEMPLATE.test(name) || OF_TEMPLATES.test(folderOf(path))
  if (isTemplate) return 'The file is a template for lessons and was left out.'
  const isProject =
    OF_A_PROJECT.test(name) ||
    (IN_CAPITALS.test(name) && isOutside(path)) ||
    (/^contributing$/i.test(name) && (folderOf(path) === ROOT || name === 'CONTRIBUTING'))
  return isProject ? 'The file is about the repository and not the course, and was left out.' : null
}

/** Returns whether the file is in the outermost folder, or in the one that an archive puts around everything. */
function isOutside(path: string): boolean {
  return folderOf(path) === ROOT || !folderOf(path).includes('/')
}
