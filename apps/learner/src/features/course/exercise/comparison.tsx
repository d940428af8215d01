import type { ExerciseFile } from '@rookies/data/exercises/exercise-part'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { type ChangeRow, changeRows, linesIn, rowsByKind } from '@rookies/ui/difference/compare'
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
                <Sides old={linesIn(old)} now={linesIn(now)} />
              </div>
            )}
          </figure>
        )
      })}
    </div>
  )
}

function Sides({ old, now }: Omit<PassageProps, 'rows'>) {
  return rowsByKind(changeRows(old, now)).map((rows) => (
    <Passage key={`${rows[0]?.before} ${rows[0]?.after}`} rows={rows} old={old} now={now} />
  ))
}

interface PassageProps {
  rows: readonly ChangeRow[]
  old: readonly string[]
  now: readonly string[]
}

function Passage({ rows, old, now }: PassageProps) {
  const changed = rows[0]?.kind === 'changed'
  return (
    <>
      <Lines
        side="before"
        rows={rows}
        lines={old}
        {...(changed && { sign: '-', name: 'Before: ' })}
      />
      {/* Where the columns are one, unchanged lines are shown once. */}
      <Lines
        side="after"
        rows={rows}
        lines={now}
        {...(changed ? { sign: '+', name: 'After: ' } : { hidden: true })}
      />
    </>
  )
}

interface LinesProps {
  side: 'before' | 'after'
  rows: readonly ChangeRow[]
  lines: readonly string[]
  sign?: '-' | '+'
  name?: string
  hidden?: boolean
}

function Lines({ side, rows, lines, sign, name, hidden }: LinesProps) {
  return (
    <div
      className={styles.lines}
      data-side={side}
      data-sign={sign}
      data-same={hidden}
      aria-hidden={hidden}
    >
      {rows
        .flatMap((row) => row[side] ?? [])
        .map((number) => (
          <div key={number} className={styles.line} data-number={number}>
            {name && <VisuallyHidden>{name}</VisuallyHidden>}
            {lines[number - 1] || '\n'}
          </div>
        ))}
    </div>
  )
}
