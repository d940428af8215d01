import type { Round } from '@rookies/data/assignments/round'
import { ColouredLine, useColouredLines } from '@rookies/ui/code/coloured-line'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { structuredPatch } from 'diff'
import styles from './work-lines.module.css'

export interface RoundChangesProps {
  before: Round
  after: Round
}

/** Shows the lines that were added or removed between two rounds, each with three unchanged lines around them. */
export default function RoundChanges({ before, after }: RoundChangesProps) {
  const changed = comparedParts(before, after).filter((part) => part.before !== part.after)
  if (changed.length === 0) return <p>Nothing changed.</p>
  return changed.map((part) => <PartChanges key={part.label} {...part} />)
}

interface Part {
  label: string
  /** The name of a file of code, by which it is coloured. */
  code?: string | null
  before: string
  after: string
}

function comparedParts(before: Round, after: Round): Part[] {
  const names = [...new Set([...before.code, ...after.code].map(({ name }) => name))]
  const fileOf = (round: Round, name: string) =>
    round.code.find((file) => file.name === name)?.body ?? ''
  const filesOf = ({ files }: Round) => files.map(({ name }) => name).join('\n')
  return [
    { label: 'Link', before: before.url ?? '', after: after.url ?? '' },
    { label: 'Repository', before: repository(before), after: repository(after) },
    { label: 'Text', before: before.text ?? '', after: after.text ?? '' },
    ...names.map((label) => ({
      label,
      code: label,
      before: fileOf(before, label),
      after: fileOf(after, label),
    })),
    { label: 'Files', before: filesOf(before), after: filesOf(after) },
  ]
}

const repository = ({ repo_url, commit_sha }: Round) =>
  [repo_url, commit_sha && `commit ${commit_sha}`].filter(Boolean).join('\n')

const KINDS = { '+': 'Added', '-': 'Removed' } as const

function PartChanges({ label, code = null, before, after }: Part) {
  const passages = changedPassages(before, after)
  const [old, now] = [useColouredLines(code, before), useColouredLines(code, after)]
  return (
    <figure className={styles.figure}>
      <figcaption dir="auto" className={styles.caption}>
        {label}
      </figcaption>
      <div className={`code-colours ${styles.code}`}>
        {passages.map((hunk) => (
          <div key={`${hunk.oldStart} ${hunk.newStart}`} className={styles.hunk}>
            {numberedLines(hunk).map(({ key, sign, number, line }) => (
              <div key={key} className={styles.line} data-number={number} data-sign={sign}>
                {(sign === '+' || sign === '-') && <VisuallyHidden>{KINDS[sign]}: </VisuallyHidden>}
                <ColouredLine
                  text={line || '\n'}
                  parts={line ? (sign === '-' ? old : now)?.[number - 1] : undefined}
                />
              </div>
            ))}
          </div>
        ))}
      </div>
    </figure>
  )
}

/** Milliseconds after which comparing ends, because texts that have little in common take minutes. */
const PATIENCE_MS = 400

/** Returns the passages in which two texts differ; the whole texts as one passage if comparing them takes too long. */
export function changedPassages(before: string, after: string, timeout = PATIENCE_MS): Hunk[] {
  const [old, now] = [withFinalLineBreak(before), withFinalLineBreak(after)]
  const patch = structuredPatch('', '', old, now, '', '', { context: 3, timeout })
  if (patch) return patch.hunks
  const lines = (text: string, sign: string) =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => sign + line)
  return [{ oldStart: 1, newStart: 1, lines: [...lines(old, '-'), ...lines(now, '+')] }]
}

/** Adds a line break at the end, so that the last line counts as unchanged if lines were added below it. */
const withFinalLineBreak = (text: string) =>
  text === '' || text.endsWith('\n') ? text : `${text}\n`

interface Hunk {
  oldStart: number
  newStart: number
  lines: string[]
}

/** Numbers the lines of a hunk: removed lines as in the earlier round, all others as in the later one. */
function numberedLines({ oldStart, newStart, lines }: Hunk) {
  let old = oldStart
  let now = newStart
  return lines
    .filter((line) => !line.startsWith('\\'))
    .map((line) => {
      const sign = line[0] ?? ' '
      const number = sign === '-' ? old : now
      if (sign !== '+') old += 1
      if (sign !== '-') now += 1
      return { key: `${sign}${number}`, sign, number, line: line.slice(1) }
    })
}
