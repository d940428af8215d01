import type { ExerciseFile } from '@rookies/data/exercises/exercise-part'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { diffLines } from 'diff'
import styles from './comparison.module.css'

export interface ComparisonProps {
  /** The names of the two states, above their columns. */
  labels: readonly [string, string]
  before: readonly ExerciseFile[]
  after: readonly ExerciseFile[]
}

/** Shows two states of an exercise's files side by side; on a narrow page, one below the other, line by line. */
export default function Comparison({ labels, before, after }: ComparisonProps) {
  const paths = [...new Set([...before, ...after].map(({ path }) => path))]
  const textOf = (files: readonly ExerciseFile[], path: string) =>
    files.find((file) => file.path === path)?.text ?? ''
  return (
    <div className={styles.comparison}>
      {paths.map((path) => {
        const [old, now] = [textOf(before, path), textOf(after, path)]
        return (
          <figure key={path} className={styles.figure}>
            <figcaption className={styles.caption}>
              <bdi>{path}</bdi>
              {old === now && <span className={styles.same}>The same in both</span>}
            </figcaption>
            {old !== now && (
              <div className={styles.sides}>
                <p className={styles.label} data-side="before">
                  {labels[0]}
                </p>
                <p className={styles.label} data-side="after">
                  {labels[1]}
                </p>
                {passagesOf(comparedRows(old, now)).map((passage) => (
                  <Passage key={passage[0]?.key} rows={passage} />
                ))}
              </div>
            )}
          </figure>
        )
      })}
    </div>
  )
}

interface Line {
  number: number
  text: string
}

interface ComparedRow {
  key: string
  before: Line | null
  after: Line | null
  changed: boolean
}

/** Puts rows that follow each other together if all of them have changed, or none of them has. */
function passagesOf(rows: readonly ComparedRow[]): ComparedRow[][] {
  const passages: ComparedRow[][] = []
  for (const row of rows) {
    const last = passages.at(-1)
    if (last?.[0]?.changed === row.changed) last.push(row)
    else passages.push([row])
  }
  return passages
}

function Passage({ rows }: { rows: readonly ComparedRow[] }) {
  const changed = rows[0]?.changed ?? false
  return (
    <>
      <Lines
        side="before"
        lines={rows.flatMap(({ before }) => before ?? [])}
        {...(changed && { sign: '-', name: 'Before: ' })}
      />
      {/* Where the columns are one, unchanged lines are shown once. */}
      <Lines
        side="after"
        lines={rows.flatMap(({ after }) => after ?? [])}
        {...(changed ? { sign: '+', name: 'After: ' } : { hidden: true })}
      />
    </>
  )
}

interface LinesProps {
  side: 'before' | 'after'
  lines: readonly Line[]
  sign?: '-' | '+'
  name?: string
  hidden?: boolean
}

function Lines({ side, lines, sign, name, hidden }: LinesProps) {
  return (
    <div
      className={styles.lines}
      data-side={side}
      data-sign={sign}
      data-same={hidden}
      aria-hidden={hidden}
    >
      {lines.map(({ number, text }) => (
        <div key={number} className={styles.line} data-number={number}>
          {name && <VisuallyHidden>{name}</VisuallyHidden>}
          {text || '\n'}
        </div>
      ))}
    </div>
  )
}

/** Milliseconds after which comparing ends, because texts that have little in common take minutes. */
const PATIENCE_MS = 400

/** Returns the lines of two texts beside each other. Lines that were replaced stand beside those that replaced them. */
export function comparedRows(before: string, after: string, timeout = PATIENCE_MS): ComparedRow[] {
  const parts = diffLines(ended(before), ended(after), { timeout }) ?? [
    { value: ended(before), removed: true, added: false },
    { value: ended(after), removed: false, added: true },
  ]
  const rows: ComparedRow[] = []
  let [old, now] = [0, 0]
  /** The first row of the lines that were removed last. Added lines go beside them. */
  let gap = 0
  for (const { value, added, removed } of parts) {
    for (const text of linesOf(value)) {
      if (removed) {
        old += 1
        rows.push({ key: `-${old}`, before: { number: old, text }, after: null, changed: true })
        continue
      }
      now += 1
      const line = { number: now, text }
      const beside = added ? rows[gap] : undefined
      if (beside) {
        rows[gap] = { ...beside, after: line }
        gap += 1
      } else if (added) {
        rows.push({ key: `+${now}`, before: null, after: line, changed: true })
        gap = rows.length
      } else {
        old += 1
        rows.push({ key: `=${now}`, before: { number: old, text }, after: line, changed: false })
      }
    }
    if (!removed) gap = rows.length
  }
  return rows
}

const linesOf = (text: string) => text.split('\n').slice(0, -1)

/** Adds a line break at the end, so that the last line counts as unchanged if lines were added below it. */
const ended = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
