import { changedLessonFields } from '@rookies/data/course-editing/lesson-changes'
import type { LessonDraft } from '@rookies/data/course-editing/lesson-draft'
import { lessonFieldName } from '@rookies/data/course-editing/lesson-form'
import { momentText } from '@rookies/data/time/moment-text'
import { formatList } from '@rookies/data/wording'
import { Descriptions, Flex } from 'antd'

interface DraftOfferProps {
  draft: LessonDraft
  /** Whether the lesson was saved after the draft was started. */
  older: boolean
}

/** Offers to continue a draft that was not saved. The buttons are in the footer of the dialog. */
export function DraftOffer({ draft, older }: DraftOfferProps) {
  const changed = changedLessonFields(draft.base, draft.values).map(lessonFieldName)
  return (
    <Flex vertical gap="middle">
      <p>{`You have an unsaved draft from ${momentText(draft.keptAt)}.`}</p>
      <Descriptions
        column={1}
        size="small"
        items={[
          { key: 'title', label: 'Title', children: draft.values.title.trim() || '(no title yet)' },
          { key: 'changed', label: 'Changed', children: formatList(changed) },
        ]}
      />
      {older && (
        <p>
          The lesson was saved since then. Restore your draft to compare both when you save, or
          discard it to continue with the saved lesson.
        </p>
      )}
    </Flex>
  )
}
