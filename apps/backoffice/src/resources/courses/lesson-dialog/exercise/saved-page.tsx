import { Alert, Button, Flex } from 'antd'
import { Save } from 'lucide-react'
import typography from '../../typography.module.css'
import { type PublishingProps, Result, SHOWS_SAVED, TryAsLearner } from './proof'

interface SavedPageProps extends PublishingProps {
  onSave: () => void
}

/**
 * Shows whether learners can open the page, and saves it. Learners get a page without a check by the server
 * (rules/exercises#pages).
 */
export function SavedPage(props: SavedPageProps) {
  const { id, stored, dirty, busy, lesson, onSave, ...result } = props
  const isSaved = !dirty && stored !== null && stored.proved_version === stored.version
  const [type, text] = isSaved
    ? (['success', 'Saved: learners have this version.'] as const)
    : stored?.proved_version == null
      ? (['warning', 'In preparation: learners see only the brief until it is saved.'] as const)
      : (['info', 'Learners still have the version from before.'] as const)
  return (
    <section aria-labelledby={`${id}-heading`}>
      <h3 id={`${id}-heading`}>Publishing</h3>
      <Flex vertical gap="small">
        <p className={typography.muted}>
          No server can run the checks of a page, so it is saved and learners get it even if the
          checks do not turn out as they should.
        </p>
        <Result {...result}>
          <Alert role="status" type={type} showIcon message={text} />
        </Result>
        <Flex wrap gap="small" align="center">
          {!isSaved && (
            <Button icon={<Save aria-hidden="true" />} loading={busy} onClick={onSave}>
              Save
            </Button>
          )}
          <TryAsLearner lesson={lesson} />
        </Flex>
        {lesson && dirty && <p className={typography.muted}>{SHOWS_SAVED}</p>}
      </Flex>
    </section>
  )
}
