import { publishMessages, unpublishMessages } from '@rookies/data/course-editing/impact-messages'
import { PublishCheck } from './publish-check'
import type { CourseStatusActs } from './use-course-status'
import { WeighDialog } from './weigh-dialog'

/** Asks before a course appears to learners or goes from them, with what it means in numbers. */
export default function CourseStatusDialog({ acts }: { acts: CourseStatusActs }) {
  const { asked, busy, confirm, close } = acts
  const publish = asked?.status === 'DRAFT'
  return (
    <WeighDialog
      content={asked && { kind: 'course', id: asked.id, title: asked.title }}
      question={publish ? 'Publish this course?' : 'Unpublish this course?'}
      words={publish ? publishMessages : unpublishMessages}
      confirm={publish ? 'Publish' : 'Unpublish'}
      busy={busy}
      below={asked && publish && <PublishCheck courseId={asked.id} onLeave={close} />}
      onConfirm={confirm}
      onClose={close}
    />
  )
}
