import type { ImportIssue } from './payload'

/** Issues with the same message. */
export interface IssueGroup {
  message: string
  /** The places in the order in which they were found. */
  places: ImportIssue[]
}

/** Groups issues by message, the most frequent first, so that each kind has one line. */
export function issueGroups(issues: readonly ImportIssue[]): IssueGroup[] {
  const groups = new Map<string, IssueGroup>()
  for (const issue of issues) {
    const group = groups.get(issue.message) ?? { message: issue.message, places: [] }
    group.places.push(issue)
    groups.set(issue.message, group)
  }
  return [...groups.values()].sort((one, other) => other.places.length - one.places.length)
}

/** `a/b.md:3`: the file, and the line if known. */
export function placeText({ path, line }: ImportIssue): string {
  return line === undefined ? path : `${path}:${line}`
}
