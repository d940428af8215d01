import type { TextLine } from '../reading/text-lines'
import { linesOf } from '../reading/text-lines'
import type { Remark } from '../reading/yaml-entries'
import { plainBlocks } from './blocks'
import type { TextContext } from './convention'
import { type AddRemark, settleConventions } from './conventions'
import { type Draft, draftOf } from './draft'
import { DIRECTIVES, plainFences } from './fences'
import { settleCode, settleExpressions, settleMedia, settleNames, settleScripts } from './html'
import { type FindIncluded, INCLUDES, withIncluded } from './includes'
import { nameLeftOver } from './left-over'
import { type Imports, takeModuleCode } from './module-code'
import { endOfBrackets, literalOf } from './scan-code'
import { settleTags } from './settle-tags'
import { tagsOf } from './tags'

/** The file of a text, and its course. */
export interface Dialect extends TextContext {
  path: string
  /** Finds the files that the text includes. */
  included: FindIncluded
}

export const PLAIN: Dialect = {
  path: '',
  isMdx: false,
  isVault: false,
  named: () => null,
  included: () => null,
}

function relined(lines: readonly Omit<TextLine, 'prose'>[]): TextLine[] {
  const prose = linesOf(lines.map(({ text }) => text).join('\n'), 1)
  return prose.map((line, at) => ({ ...line, number: lines[at]?.number ?? at + 1 }))
}

/** The maximum depth of MDX files that import each other as components. */
const MAX_DEPTH = 5

function settleImports(
  draft: Draft,
  dialect: Dialect,
  imports: Imports,
  addRemark: AddRemark,
): void {
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    takeModuleCode(draft, dialect.isMdx, imports, addRemark)
    if (imports.size === 0) return
    const edits = tagsOf(draft.text, draft.masked).flatMap(({ tool, name, role, from, to }) => {
      const source = tool === 'component' && role === 'whole' ? imports.get(name) : undefined
      if (source === undefined || !/\.(?:mdx?|markdown)$/i.test(source)) return []
      const file = dialect.included(dialect.path, source)
      if (file === null) return []
      return [
        {
          from,
          to,
          text: file.text
            .replace(/\r\n?/g, '\n')
            .replace(/^---\n[\s\S]*?\n---\n/, '')
            .trim(),
        },
      ]
    })
    if (edits.length === 0) return
    draft.edit(edits)
  }
}

/**
 * Returns the lines of a lesson as Markdown for the viewer, whatever tool they were written for, with remarks about
 * removed and unknown syntax. Code stays unchanged, except that included files are inserted.
 */
export function plainMarkdown(
  source: readonly TextLine[],
  dialect: Dialect,
): { lines: TextLine[]; remarks: Remark[] } {
  const remarks: Remark[] = []
  const hear = (line: number, message: string, about?: string) =>
    remarks.push({ line, message, ...(about !== undefined && { about }) })
  const { isMdx, path, included } = dialect
  const text = source.map((line) => line.text).join('\n')
  const whole = INCLUDES.test(text) ? relined(withIncluded(source, path, included, hear)) : source
  const lines = DIRECTIVES.test(text) ? relined(plainFences(whole, hear)) : whole
  const draft = draftOf(lines, isMdx)
  const addRemark: AddRemark = (place, message, about) => hear(draft.lineAt(place), message, about)
  const imports: Imports = new Map()
  settleImports(draft, dialect, imports, addRemark)
  const address = (name: string) => imports.get(name)?.replace(/^!!.*!|\?.*$/g, '') ?? null
  const textBehind = (name: string) => {
    const from = address(name)
    return from === null ? null : (included(path, from)?.text ?? null)
  }
  settleConventions(draft, dialect, addRemark, 'first')
  settleCode(draft, address, addRemark)
  settleTags(draft, isMdx, textBehind, addRemark)
  settleConventions(draft, dialect, addRemark, 'last')
  settleScripts(draft, addRemark)
  settleMedia(draft, addRemark)
  settleNames(draft, addRemark)
  if (isMdx) settleExpressions(draft, addRemark, endOfBrackets, literalOf)
  const plain = plainBlocks(draft.lines(), hear)
  const done = draftOf(plain, isMdx, draft)
  nameLeftOver(done, isMdx, (place, message, about) => hear(done.lineAt(place), message, about))
  remarks.sort((one, other) => one.line - other.line)
  return { lines: plain, remarks }
}
