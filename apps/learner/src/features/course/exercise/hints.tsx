import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import MarkdownView from '@rookies/ui/markdown/markdown-view'
import { Lightbulb } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { nextHintText } from './run-messages'
import styles from './workbench.module.css'

interface HintsProps {
  hints: readonly { after: number; text: string }[]
  /** The number of failed runs. */
  failures: number
  /** Whether the person has passed the exercise. Then all hints are shown. */
  passed: boolean
  /** What is counted as a failure: runs, or checks of a page. */
  counted?: 'run' | 'check'
}

/** The available hints, each folded until the person opens it, and a sentence about when the next one is available. */
export function Hints({ hints, failures, passed, counted }: HintsProps) {
  const navigate = useNavigate()
  const shown = hints.filter(({ after }) => after <= failures)
  const next = nextHintText(hints, failures, counted)
  return (
    <div className={styles.hints}>
      {shown.map(({ after, text }, at) => (
        <details key={`${after} ${text}`} className={styles.hint}>
          <summary>
            <Lightbulb aria-hidden="true" />
            {hints.length === 1 ? 'Hint' : `Hint ${at + 1}`}
          </summary>
          <div className={styles.hintText}>
            <MarkdownView source={text} headingOffset={3} onFollow={navigate} />
          </div>
        </details>
      ))}
      <p role="status" className={styles.muted}>
        {shown.length > 0 && (
          <VisuallyHidden>
            {shown.length === 1 ? 'There is a hint. ' : `There are ${shown.length} hints. `}
          </VisuallyHidden>
        )}
        {failures > 0 && !passed && next}
      </p>
    </div>
  )
}
