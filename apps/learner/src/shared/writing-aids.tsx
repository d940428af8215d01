import { hasLooseCode, markLooseCode } from '@rookies/ui/markdown/loose-code'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { Button } from '../ui/button'
import { LazyPart } from './lazy-part'
import { OptionalPart } from './optional-section'
import styles from './writing-aids.module.css'

const markdownView = new LazyPart(() => import('@rookies/ui/markdown/markdown-view'))

interface WritingAidsProps {
  text: string
  /** The id for the hint about Markdown, which describes the field. Only for a field whose text is Markdown. */
  hintId?: string | undefined
  /** Called with the text in which code is marked. The pressed button disappears, so the caller focuses the field. */
  onMark: (text: string) => void
}

/**
 * Controls below a field for a post, reply or answer. They mark pasted code as code and, if the text is Markdown, show
 * a preview (rules/courses#text-of-people).
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
