import type { AddRemark } from './conventions'
import type { Draft } from './draft'
import { endOfStatement } from './scan-code'

const IN_MDX =
  /^(?:import\s+(?:[\w{*"'$]|type\s)|export\s+(?:const|let|var|function|async|class|default|type|interface|\{|\*))/gm
/** Matches statements that cannot be prose. Used for files that are not MDX. */
const IN_MARKDOWN =
  /^import\s+(?:(?:[\w$]+|\{[^{}]*\}|\*\s+as\s+[\w$]+)(?:\s*,\s*\{[^{}]*\})?\s+from\s+)?["'][^"'\n]+["'];?[ \t]*$/gm
const IMPORT = /^import\s+(?:type\s+)?([^"';]*?)\s*(?:from\s*)?["']([^"']+)["']/

const LEFT_OUT = 'MDX code (import, export) was left out.'

/** The names that a text imports, with their paths. */
export type Imports = Map<string, string>

function namesOf(clause: string): string[] {
  return clause
    .replace(/[{}]/g, ',')
    .split(',')
    .map((part) => part.trim().replace(/^.*\sas\s+/, ''))
    .filter((name) => /^[\w$]+$/.test(name))
}

/**
 * Removes `import` and `export` statements from a draft, stores the imports in `imports`, and reports what was removed.
 */
export function takeModuleCode(
  draft: Draft,
  isMdx: boolean,
  imports: Imports,
  addRemark: AddRemark,
): void {
  const { text, masked } = draft
  if (!/^(?:import|export)\s/m.test(masked)) return
  const edits: { from: number; to: number; text: string }[] = []
  let end = -2
  for (const { index } of masked.matchAll(isMdx ? IN_MDX : IN_MARKDOWN)) {
    if (index < end) continue
    const before = text.slice(0, Math.max(0, index - 1))
    const isOwn = index === end + 1 || index === 0 || /(?:^|\n)[ \t]*$/.test(before)
    if (!isOwn) continue
    const to = endOfStatement(text, index)
    const [, clause = '', from = ''] = IMPORT.exec(text.slice(index, to)) ?? []
    for (const name of namesOf(clause)) imports.set(name, from)
    // Consecutive statements get one remark.
    if (index !== end + 1) addRemark(index, LEFT_OUT)
    edits.push({ from: index, to: Math.min(text.length, to + 1), text: '' })
    end = to
  }
  draft.edit(edits)
}
