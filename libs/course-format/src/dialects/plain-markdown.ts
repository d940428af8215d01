import type { TextLine } from '../reading/text-lines'
import { linesOf } from '../reading/text-lines'
import type { Remark } from '../reading/yaml-entries'
import { plainBlocks } from './blocks'
import type { Around } from './convention'
import { type Say, settleConventions } from './conventions'
import { type Draft, draftOf } from './draft'
import { DIRECTIVES, plainFences } from './fences'
import { settleCode, settleExpressions, settleMedia, settleNames, settleScripts } from './html'
import { type FindIncluded, INCLUDES, withIncluded } from './includes'
import { nameLeftOver } from './left-over'
import { type Imports, takeModuleCode } from './module-code'
import { behindBracket, literalOf } from './scan-code'
import { settleTags } from './settle-tags'
import { tagsOf } from './tags'

/** A text's file and its course. */
export interface Dialect extends Around {
  path: string
  /** Finds included files. */
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

/** The deepest nesting of MDX texts that are imported as components. */
const DEEPEST = 5

function settleImports(draft: Draft, dialect: Dialect, imports: Imports, say: Say): void {
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    takeModuleCode(draft, dialect.isMdx, imports, say)
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
 * Returns the lines of a lesson as Markdown that the viewer shows, whichever tool they were written for, and remarks
 * about what was removed and what remains as written. Code is unchanged except for included files.
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
  const say: Say = (place, message, about) => hear(draft.lineAt(place), message, about)
  const imports: Imports = new Map()
  settleImports(draft, dialect, imports, say)
  const address = (name: string) => imports.get(name)?.replace(/^!!.*!|\?.*$/g, '') ?? null
  const textBehind = (name: string) => {
    const from = address(name)
    return from === null ? null : (included(path, from)?.text ?? null)
  }
  settleConventions(draft, dialect, say, 'first')
  settleCode(draft, address, say)
  settleTags(draft, isMdx, textBehind, say)
  settleConventions(draft, dialect, say, 'last')
  settleScripts(draft, say)
  settleMedia(draft, say)
  settleNames(draft, say)
  if (isMdx) settleExpressions(draft, say, behindBracket, literalOf)
  const plain = plainBlocks(draft.lines(), hear)
  const done = draftOf(plain, isMdx, draft)
  nameLeftOver(done, isMdx, (place, message, about) => hear(done.lineAt(place), message, about))
  remarks.sort((one, other) => one.line - other.line)
  return { lines: plain, remarks }
}
