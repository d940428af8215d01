import type { ContentImpact } from '@rookies/data/course-editing/content-impact'
import type { Content } from '@rookies/data/course-editing/delete-content'
import {
  deletionMessages,
  publishMessages,
  unpublishMessages,
} from '@rookies/data/course-editing/impact-messages'
import type { ReactNode } from 'react'
import { UNCACHED, useRead } from '../../app/use-read'
import { Question } from '../../kit/question'
import { PublishCheck } from './publish-check'
import typography from './typography.module.css'
import { useContentActions } from './use-content-actions'
import type { CourseStatusActions } from './use-course-status'

interface ContentQuestionProps {
  title: string
  content: Content & { title: string }
  /** Sentences about the consequences of confirming. */
  sentences: (impact: ContentImpact) => readonly string[]
  confirm: string
  danger?: boolean
  busy: boolean
  below?: ReactNode
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation of an action that learners notice, and says whom and what the action affects. */
function ContentQuestion({ content, ...props }: ContentQuestionProps) {
  const { kind, id, title } = content
  const impact = useRead('courses/impact', { input: { kind, id }, ...UNCACHED })
  return (
    <Question {...props} subject={<p className={typography.title}>{title}</p>} query={impact} />
  )
}

type CourseStatusDialogProps = Pick<CourseStatusActions, 'busy' | 'onConfirm' | 'onClose'> & {
  subject: NonNullable<CourseStatusActions['subject']>
}

/** Asks before a course is published or unpublished. */
export function CourseStatusDialog({ subject, ...answers }: CourseStatusDialogProps) {
  const { id, title, status } = subject
  const publish = status === 'DRAFT'
  return (
    <ContentQuestion
      {...answers}
      title={publish ? 'Publish this course?' : 'Unpublish this course?'}
      content={{ kind: 'course', id, title }}
      sentences={publish ? publishMessages : unpublishMessages}
      confirm={publish ? 'Publish' : 'Unpublish'}
      below={publish && <PublishCheck courseId={id} onLeave={answers.onClose} />}
    />
  )
}

const DELETIONS: Record<Content['kind'], string> = {
  course: 'Are you sure you want to delete this course?',
  module: 'Are you sure you want to delete this module and all its lessons?',
  lesson: 'Are you sure you want to delete this lesson?',
}

interface DeleteContentDialogProps {
  content: Content & { title: string }
  onClose: () => void
}

/** Asks before a course, module or lesson is deleted, with its impact (rules/courses#deletion-impact). */
export function DeleteContentDialog({ content, onClose }: DeleteContentDialogProps) {
  const { remove, removing } = useContentActions()
  return (
    <ContentQuestion
      title={DELETIONS[content.kind]}
      content={content}
      sentences={(impact) => deletionMessages(content.kind, impact)}
      confirm="Delete"
      danger
      busy={removing}
      onClose={onClose}
      onConfirm={() => void remove(content).then(onClose, onClose)}
    />
  )
}
