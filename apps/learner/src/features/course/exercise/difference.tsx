import { type Part, wordParts } from '@rookies/ui/difference/compare'
import { Fragment } from 'react'
import styles from './results.module.css'

interface DifferenceProps {
  expected: string
  actual: string
}

/** Milliseconds after which comparing ends, because texts that have little in common take long. */
const PATIENCE_MS = 100

/** Shows what a test expected and what the code gave, with the words in which they differ. */
export function Difference({ expected, actual }: DifferenceProps) {
  const parts = wordParts(expected, actual, PATIENCE_MS)
  // Where nothing is equal, marking everything says nothing.
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
  /** The parts that belong to the other side. */
  leave: 'added' | 'removed'
}

function Side({ parts, leave }: SideProps) {
  const own = parts.filter((part) => !part[leave])
  // The parts of a text have no other identity than their place, and they never move.
  return own.map(({ value, added, removed }, place) => {
    const key = `${place} ${value}`
    return added || removed ? (
      <mark key={key}>{value}</mark>
    ) : (
      <Fragment key={key}>{value}</Fragment>
    )
  })
}
