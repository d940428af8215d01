import type { ImportIssue } from './payload'

/** What is said of many files in the same words. */
export interface IssueGroup {
  message: string
  /** Where, in the order in which they were found. */
  places: ImportIssue[]
}

/** Issues by what they say, what is said most often first: a line for each kind and not for each file. */
export function issueGroups(issues: readonly ImportIssue[]): IssueGroup[] {
  const groups = new Map<string, IssueGroup>()
  for (const issue of issues) {
    const group = groups.get(issue.message) ?? { message: issue.message, places: [] }
    group.places.push(issue)
    groups.set(issue.message, group)
  }
  return [...groups.values()].sort((one, other) => other.places.length - one.places.length)
}

/** `a/b.md:3`: the file, and the line where one is known. */
export function placeWords({ path, line }: ImportIssue): string {
  return line === undefined ? path : `${path}:${line}`
}
