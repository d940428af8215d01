import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { Input } from 'antd'
import { lazy, memo, Suspense } from 'react'
import { Field } from './field'
import { LinkCards } from './link-preview'
import { scrollStop } from './scroll-stop'
import styles from './text-panel.module.css'
import { useSettled } from './use-settled'

/** The very renderer of the learner portal. */
const MarkdownView = lazy(() => import('@rookies/ui/markdown/markdown-view'))

interface TextPanelProps {
  id: string
  text: string
  error: string | undefined
  onChange: (text: string) => void
}

/** A long text is drawn again in a longer pause, so that typing in it stays quick. */
const LONG = 20_000
const PAUSE_MS = { short: 150, long: 700 }

/** A lesson's Markdown, and beside it what learners will see. */
export function TextPanel({ id, text, error, onChange }: TextPanelProps) {
  const source = useSettled(text, text.length > LONG ? PAUSE_MS.long : PAUSE_MS.short)
  return (
    <div className={styles.columns}>
      <Field id={id} label="Text" error={error} hint="Markdown, with tables, task lists and code.">
        {(control) => (
          <Input.TextArea
            {...control}
            className={styles.source}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <Preview source={source} />
    </div>
  )
}

const Preview = memo(function Preview({ source }: { source: string }) {
  return (
    <section ref={scrollStop} className={styles.preview} aria-label="Text as learners see it">
      <div className={styles.page}>
        {source.trim() === '' ? (
          <p className={styles.empty}>What you write is shown here as learners see it.</p>
        ) : (
          <>
            <Suspense fallback={<Skeleton className={styles.loading} />}>
              <MarkdownView source={source} headingOffset={1} />
            </Suspense>
            <LinkCards text={source} />
          </>
        )}
      </div>
    </section>
  )
})
