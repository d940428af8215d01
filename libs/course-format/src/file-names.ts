import { folderOf, nameOf, ROOT } from './paths'

/** The correct spelling of certain words, by their lower case. */
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

/** Matches a number at the beginning of a name: `01-`, `2. `, `ch03_`, or in two levels `01-02-` and `ch01-02-`. */
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

/** Returns whether a file is read: Markdown, or a file that describes its folder or an assignment. */
export function isTextFile(fileName: string): boolean {
  return (
    markdownName(fileName) !== null ||
    /^(?:_module|_course|assignment)\.ya?ml$/i.test(fileName) ||
    CATEGORY_FILE.test(fileName)
  )
}

/**
 * Returns the number at the beginning of a name (`01-intro`, `2. Setup`, `ch03-02-loops`); null if there is none. Of
 * two levels only the first is returned; files with equal numbers are sorted by name.
 */
export function numberOf(name: string): number | null {
  const digits = NUMBER.exec(name)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** The id that Notion adds to a name. */
const NOTION_ID = /(?<=\S)[ _-][0-9a-f]{32}(?:_all)?$/i

/**
 * Returns a title for the name of a folder or a file: `01-html_and_css` becomes `HTML and CSS`. With `numberIsName`,
 * the number stays in the title: `12-factor-app`.
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

/** Matches files that every repository can contain and that are not part of a course, such as CONTRIBUTING.md. */
const PROJECT_FILE =
  /^(?:licen[cs]e(?:[-_.].*)?|copying|code[-_ ]of[-_ ]conduct|changelog|release[-_ ]notes|pull[-_ ]request[-_ ]template|issue[-_ ]template|third[-_ ]party[-_ ]notices)$/i
/** Matches files of a repository only in capitals, because a lesson may have the same name in lower case. */
const PROJECT_FILE_IN_CAPITALS =
  /^(?:CONTRIBUTING|SECURITY|SUPPORT|AUTHORS|CONTRIBUTORS|MAINTAINERS|GOVERNANCE|NOTICE|ATTRIBUTIONS?|CREDITS|TRANSLATING|TRANSLATIONS?|CHANGES|HISTORY|TODO|CITATION|STYLE[-_]?GUIDE|ROADMAP|CLAUDE|AGENTS)$/
const TEMPLATE =
  /^(?:template|(?:.*[-_ ])?(?:lesson|project|chapter|module|page|exercise|unit|course|readme|section|issue|pr|content|knowledge[-_ ]check)s?[-_ ]template)$/i
const OF_TEMPLATES = /(?:^|\/)(?:archetypes|ISSUE_TEMPLATE|PULL_REQUEST_TEMPLATE)(?:\/|$)/i

/**
 * Returns a sentence that says why a text belongs to the repository and not to the course; null if it may be a lesson.
 */
export function projectFile(path: string): string | null {
  const name = markdownName(nameOf(path))
  if (name === null) return null
  const isTemplate = TEMPLATE.test(name) || OF_TEMPLATES.test(folderOf(path))
  if (isTemplate) return 'The file is a template for lessons and was left out.'
  const isProject =
    PROJECT_FILE.test(name) ||
    (PROJECT_FILE_IN_CAPITALS.test(name) && isOutside(path)) ||
    (/^contributing$/i.test(name) && (folderOf(path) === ROOT || name === 'CONTRIBUTING'))
  return isProject ? 'The file is about the repository and not the course, and was left out.' : null
}

/**
 * Returns whether the file is in the outermost folder, or in the single folder that an archive adds around all files.
 */
function isOutside(path: string): boolean {
  return folderOf(path) === ROOT || !folderOf(path).includes('/')
}
