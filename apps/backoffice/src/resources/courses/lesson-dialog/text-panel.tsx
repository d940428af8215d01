import { Button, Flex, Form, Input } from 'antd'
import { RefreshCw } from 'lucide-react'
import { lazy, memo, Suspense } from 'react'
import { Waiting } from '../../../ui/waiting'
import words from '../words.module.css'
import styles from './lesson-form.module.css'
import { LinkCards } from './link-preview'
import { scrollStop } from './scroll-stop'
import { usePreviewSource } from './use-preview-source'

/** The very renderer of the learner portal. */
const MarkdownView = lazy(() => import('@rookies/ui/markdown/markdown-view'))

/** What asks for the preview stays above it while it scrolls. */
const DEMAND = {
  position: 'sticky',
  top: 0,
  zIndex: 1,
  padding: 'var(--space-3) var(--space-5)',
  borderBottom: '1px solid var(--color-border)',
  background: 'var(--color-surface)',
} as const

/** A lesson's Markdown, and beside it what learners will see. */
export function TextPanel({ text }: { text: string }) {
  const { source, onDemand, behind, drawing, draw } = usePreviewSource(text)
  return (
    <div className={styles.columns}>
      <Form.Item name="content" label="Text" extra="Markdown, with tables, task lists and code.">
        <Input.TextArea />
      </Form.Item>
      <section ref={scrollStop} className={styles.page} aria-label="Text as learners see it">
        {onDemand && (
          <Flex
            wrap
            align="center"
            justify="space-between"
            gap="small"
            className={words.muted}
            style={DEMAND}
          >
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
          </Flex>
        )}
        {source !== null && <Preview source={source} />}
      </section>
    </div>
  )
}

/** The portal, while the lesson stays open here. */
const openBeside = (path: string) => void window.open(path, '_blank', 'noopener')

const Preview = memo(function Preview({ source }: { source: string }) {
  return (
    <Flex vertical gap="middle" style={{ padding: 'var(--space-5)' }}>
      {source.trim() === '' ? (
        <p className={words.muted}>What you write is shown here as learners see it.</p>
      ) : (
        <>
          <Suspense fallback={<Waiting rows={6} />}>
            <MarkdownView source={source} headingOffset={1} onFollow={openBeside} />
          </Suspense>
          <LinkCards text={source} />
        </>
      )}
    </Flex>
  )
})
