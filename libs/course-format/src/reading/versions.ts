import type { ImportIssue } from '@rookies/data/course-import/payload'
import { yamlData } from '../contents/file-data'
import { listOf } from '../plain-values'
import type { CourseFile } from './read-files'

const DOCS = /^(?:(.*)\/)?versioned_docs\/version-([^/]+)\//
const SIDEBARS = /^(?:(.*)\/)?versioned_sidebars\/version-(.+)-sidebars\.json$/
const VERSIONS = /(?:^|\/)versions\.json$/

/** Returns whether a file lists the versions of a Docusaurus site. */
export function isVersionList(path: string): boolean {
  return VERSIONS.test(path)
}

const collator = new Intl.Collator('en', { numeric: true })

/** Returns the latest version: the first in the list of versions, or the highest number if there is no list. */
function latest(listed: unknown, found: readonly string[]): string | undefined {
  const first = listOf(listed).find((name) => found.some((each) => each === name))
  return found.find((each) => each === first) ?? [...found].sort(collator.compare).at(-1)
}

/**
 * Returns the files of a single version if Docusaurus keeps several: the current version in `docs`, otherwise the
 * latest one. Adds an issue for each file of another version.
 */
export function oneVersion(files: readonly CourseFile[]): {
  files: CourseFile[]
  issues: ImportIssue[]
} {
  const versions = new Map<string, Set<string>>()
  for (const { path } of files) {
    const [, site = '', version = ''] = DOCS.exec(path) ?? []
    if (version !== '') versions.set(site, (versions.get(site) ?? new Set()).add(version))
  }
  if (versions.size === 0) return { files: [...files], issues: [] }
  const kept = new Map<string, string | null>()
  for (const [site, found] of versions) {
    const from = site === '' ? '' : `${site}/`
    const hasCurrent = files.some(({ path }) => path.startsWith(`${from}docs/`))
    const list = files.find(({ path }) => path === `${from}versions.json`)
    kept.set(site, hasCurrent ? null : (latest(yamlData(list?.text ?? ''), [...found]) ?? null))
  }
  const isOfOther = ({ path }: CourseFile) => {
    const [, site = '', version] = DOCS.exec(path) ?? SIDEBARS.exec(path) ?? []
    return version !== undefined && kept.has(site) && kept.get(site) !== version
  }
  const isList = ({ path }: CourseFile) =>
    isVersionList(path) && kept.has(path.replace(VERSIONS, ''))
  const message = 'The file belongs to another version of the course and was left out.'
  return {
    files: files.filter((file) => !isOfOther(file) && !isList(file)),
    issues: files.filter(isOfOther).map(({ path }) => ({ path, message, leftOut: true as const })),
  }
}
