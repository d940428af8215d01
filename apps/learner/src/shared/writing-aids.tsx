import { hasLooseCode, markLooseCode } from '@rookies/ui/markdown/loose-code'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { Button } from '../ui/button'
import { LazyPart } from './lazy-part'
import { OptionalPart } from './optional-section'
import styles from './writing-aids.module.css'

const markdownView = new LazyPart(() => import('@rookies/ui/markdown/markdown-view'))

interface WritingAidsProps {
  text: string
  /** The id of the hint, which describes the field; for a field that takes Markdown. */
  hintId?: string | undefined
  /** Takes the text with its code marked as code, and the focus, whose button is gone. */
  onMark: (text: string) => void
}

/**
 * Stands below a field in which people write to each other. It offers to mark code as code and, where the field takes
 * Markdown, shows the text as its readers will see it (rules/courses#text-of-people).
 */
export function WritingAids({ text, hintId, onMark }: WritingAidsProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const settled = useDeferredValue(text)
  const loose = useMemo(() => hasLooseCode(settled), [settled])
  if (!hintId && !loose) return null
  return (
    <div className={styles.aids}>
      {hintId && (
        <p id={hintId} className={styles.hint}>
          Markdown works here.
        </p>
      )}
      {loose && (
        <Button small variant="quiet" onClick={() => onMark(markLooseCode(text))}>
          Mark as code
        </Button>
      )}
      {hintId && (
        <Button
          small
          variant="quiet"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide preview' : 'Show preview'}
        </Button>
      )}
      {hintId && open && (
        <figure id={id} aria-label="Preview" className={styles.preview}>
          {settled.trim() === '' ? (
            <p className={styles.hint}>What you write is shown here as its readers will see it.</p>
          ) : (
            <OptionalPart
              subject="The preview"
              part={markdownView}
              props={{ source: settled, headingOffset: 3, htmlAsText: true }}
            />
          )}
        </figure>
      )}
    </div>
  )
}
