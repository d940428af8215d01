import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { Button, Input } from 'antd'
import { RefreshCw } from 'lucide-react'
import { lazy, memo, Suspense } from 'react'
import { Field } from '../../../ui/field'
import { LinkCards } from './link-preview'
import { scrollStop } from './scroll-stop'
import styles from './text-panel.module.css'
import { usePreviewSource } from './use-preview-source'

/** The very renderer of the learner portal. */
const MarkdownView = lazy(() => import('@rookies/ui/markdown/markdown-view'))

interface TextPanelProps {
  id: string
  text: string
  error: string | undefined
  onChange: (text: string) => void
}

/** A lesson's Markdown, and beside it what learners will see. */
export function TextPanel({ id, text, error, onChange }: TextPanelProps) {
  const { source, onDemand, behind, drawing, draw } = usePreviewSource(text)
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
      <section ref={scrollStop} className={styles.preview} aria-label="Text as learners see it">
        {onDemand && (
          <div className={styles.demand}>
            <p>
              {behind
                ? 'This text is long, so its preview is drawn when you ask for it.'
                : 'The preview shows the text as it is now.'}
            </p>
            <Button
              size="small"
              icon={<RefreshCw aria-hidden="true" />}
              loading={drawing}
              onClick={draw}
            >
              {source === null ? 'Show Preview' : 'Update Preview'}
            </Button>
          </div>
        )}
        {source !== null && <Preview source={source} />}
      </section>
    </div>
  )
}

const Preview = memo(function Preview({ source }: { source: string }) {
  return (
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
  )
})
