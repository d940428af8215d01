import { markdownName } from './file-names'
import { folderOf, nameOf, ROOT } from './paths'

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
