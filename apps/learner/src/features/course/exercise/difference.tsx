import { type Part, wordParts } from '@rookies/ui/difference/compare'
import { Fragment } from 'react'
import styles from './results.module.css'

interface DifferenceProps {
  expected: string
  actual: string
}

/** Milliseconds after which comparing stops, because it can take long for texts that have little in common. */
const PATIENCE_MS = 100

/** Shows the expected and the actual value of a test, with the words in which they differ. */
export function Difference({ expected, actual }: DifferenceProps) {
  const parts = wordParts(expected, actual, PATIENCE_MS)
  // If the texts have nothing in common, marking everything would not help.
  const marks = parts.some(({ added, removed }) => !added && !removed)
  return (
    <dl className={styles.difference}>
      <dt>Expected</dt>
      <dd data-side="expected">
        <pre dir="ltr">{marks ? <Side parts={parts} leave="added" /> : expected}</pre>
      </dd>
      <dt>Got</dt>
      <dd data-side="actual">
        <pre dir="ltr">{marks ? <Side parts={parts} leave="removed" /> : actual}</pre>
      </dd>
    </dl>
  )
}

interface SideProps {
  parts: readonly Part[]
  /** The parts of the other text are left out. */
  leave: 'added' | 'removed'
}

function Side({ parts, leave }: SideProps) {
  const own = parts.filter((part) => !part[leave])
  // A part is identified only by its index, because the parts never move.
  return own.map(({ value, added, removed }, place) => {
    const key = `${place} ${value}`
    return added || removed ? (
      <mark key={key}>{value}</mark>
    ) : (
      <Fragment key={key}>{value}</Fragment>
    )
  })
}
