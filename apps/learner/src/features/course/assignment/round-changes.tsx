import type { Round } from '@rookies/data/assignments/round'
import { ColouredLine, useColouredLines } from '@rookies/ui/code/coloured-line'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import {
  type ChangeRow,
  changedPassages,
  changeRows,
  linesIn,
  rowsByKind,
} from '@rookies/ui/difference/compare'
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
  /** The name of a code file, whose extension decides how it is highlighted; null for a text. */
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
  const lines = { old: linesIn(before), now: linesIn(after) }
  const [old, now] = [useColouredLines(code, before), useColouredLines(code, after)]
  return (
    <figure className={styles.figure}>
      <figcaption dir="auto" className={styles.caption}>
        {label}
      </figcaption>
      <div className={`code-colours ${styles.code}`}>
        {changedPassages(changeRows(lines.old, lines.now)).map((passage) => (
          <div key={`${passage[0]?.before} ${passage[0]?.after}`} className={styles.hunk}>
            {signedLines(passage).map(({ sign, number }) => {
              const isOld = sign === '-'
              const line = (isOld ? lines.old : lines.now)[number - 1]
              return (
                <div
                  key={`${sign}${number}`}
                  className={styles.line}
                  data-number={number}
                  data-sign={sign}
                >
                  {sign !== ' ' && <VisuallyHidden>{KINDS[sign]}: </VisuallyHidden>}
                  <ColouredLine
                    text={line || '\n'}
                    parts={line ? (isOld ? old : now)?.[number - 1] : undefined}
                  />
                </div>
              )
            })}
          </div>
        ))}
      </div>
    </figure>
  )
}

/** Returns the lines of a passage. Removed lines come before those that replace them, and have their old numbers. */
function signedLines(passage: readonly ChangeRow[]) {
  return rowsByKind(passage).flatMap((rows) => {
    const numbers = (sign: '+' | '-' | ' ', side: 'before' | 'after') =>
      rows.flatMap((row) => (row[side] === null ? [] : { sign, number: row[side] }))
    if (rows[0]?.kind === 'same') return numbers(' ', 'after')
    return [...numbers('-', 'before'), ...numbers('+', 'after')]
  })
}
