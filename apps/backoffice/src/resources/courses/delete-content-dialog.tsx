import type { Content } from '@rookies/data/course-editing/delete-content'
import { deletionMessages } from '@rookies/data/course-editing/impact-messages'
import { useContentActs } from './use-content-acts'
import { WeighDialog } from './weigh-dialog'

const QUESTIONS: Record<Content['kind'], string> = {
  course: 'Are you sure you want to delete this course?',
  module: 'Are you sure you want to delete this module and all its lessons?',
  lesson: 'Are you sure you want to delete this lesson?',
}

interface DeleteContentDialogProps {
  content: Content & { title: string }
  onClose: () => void
}

/** Asks before a course, module or lesson is deleted, with what goes with it (rules/courses#deletion-impact). */
export function DeleteContentDialog({ content, onClose }: DeleteContentDialogProps) {
  const { remove } = useContentActs()
  const { kind, id } = content
  return (
    <WeighDialog
      content={content}
      question={QUESTIONS[kind]}
      words={(impact) => deletionMessages(kind, impact)}
      confirm="Delete"
      danger
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => void remove.mutateAsync({ kind, id }).then(onClose, onClose)}
    />
  )
}
