import { lessonFieldText } from '@rookies/data/course-editing/lesson-changes'
import { lessonFieldName } from '@rookies/data/course-editing/lesson-form'
import { Conflict } from '../../../ui/conflict'
import type { LessonConflict } from './use-lesson-editor'

interface ConflictNoticeProps {
  conflict: LessonConflict
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Shows what another person saved in the lesson during the edit. */
export function ConflictNotice({ conflict, ...actions }: ConflictNoticeProps) {
  const { theirs, fields, mine } = conflict
  return (
    <Conflict
      title="Someone else has saved this lesson"
      theirs={fields.map((field) => ({
        key: field,
        label: `${lessonFieldName(field)}${mine.includes(field) ? ' (you changed it too)' : ''}`,
        text: lessonFieldText(field, theirs),
      }))}
      takesFocus
      {...actions}
    >
      <p>
        If you keep yours, your changes stay and the rest is taken from their version. You can check
        the result before you save.
      </p>
    </Conflict>
  )
}
