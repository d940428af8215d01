import {
  changedTexts,
  lessonTextName,
  type ShownVersion,
} from '@rookies/data/course-editing/lesson-versions'
import { Alert, Flex, Segmented } from 'antd'
import { useId } from 'react'
import { ChangesLater } from '../../../ui/changes-later'
import typography from '../typography.module.css'

/** Whether a version is compared with the current lesson, or with the version before it. */
export type Comparison = 'restoring' | 'saving'

const COMPARED_WITH: Record<Comparison, { label: string; says: string }> = {
  restoring: { label: 'Now', says: 'What restoring removes and brings back' },
  saving: { label: 'Previous Version', says: 'What that save changed' },
}

interface VersionComparisonProps {
  version: ShownVersion
  comparison: Comparison
  onCompare: (comparison: Comparison) => void
  /** Unsaved changes prevent restoring. */
  unsaved: boolean
}

/** The difference between two versions, text by text. */
export function VersionComparison(props: VersionComparisonProps) {
  const { version, comparison, onCompare, unsaved } = props
  const { texts, earlier, now } = version
  const id = useId()
  const same = changedTexts(now, texts).length === 0
  const before = comparison === 'restoring' ? now : earlier
  const changed = before === null ? [] : changedTexts(before, texts)
  return (
    <Flex vertical gap="middle">
      {unsaved && !same && (
        <Alert
          type="warning"
          message="You have unsaved changes. Save or discard them before you restore a version."
        />
      )}
      <p className={typography.title}>{now.title}</p>
      {/* The first stored version has no predecessor, and the latest equals the current lesson. */}
      {earlier !== null && !same && (
        <Flex wrap align="center" gap="small">
          <span id={id}>Compare with</span>
          <Segmented<Comparison>
            aria-labelledby={id}
            value={comparison}
            options={(['restoring', 'saving'] as const).map((value) => ({
              value,
              label: COMPARED_WITH[value].label,
            }))}
            onChange={onCompare}
          />
        </Flex>
      )}
      {changed.length === 0 ? (
        <p className={typography.muted}>The current lesson has the same text.</p>
      ) : (
        <section aria-label={COMPARED_WITH[comparison].says}>
          <p className={typography.muted} style={{ marginBottom: 'var(--space-3)' }}>
            {COMPARED_WITH[comparison].says}
          </p>
          <ChangesLater
            changes={changed.map((text) => ({
              field: lessonTextName(text),
              before: before?.[text] ?? '',
              after: texts[text] ?? '',
            }))}
          />
        </section>
      )}
    </Flex>
  )
}
