import type { CatalogueCourse } from '@rookies/data/course-editing/course-list'
import type { MenuProps } from 'antd'
import { Ellipsis, EyeOff, Globe, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../app/may'
import { lazyDialog } from '../../kit/lazy-dialog'
import { MenuButton } from '../../ui/menu-button'
import { useCourseItems } from './use-course-items'
import { CATALOGUE_STATUS_MESSAGES, useCourseStatus } from './use-course-status'

// The code of each dialog loads when the dialog is first opened, because the catalogue opens with none.
const CourseStatusDialog = lazyDialog(
  () => import('./course-questions'),
  (module) => module.CourseStatusDialog,
  ({ subject }) => ({
    title: subject.status === 'DRAFT' ? 'Publish' : 'Unpublish',
    frameless: true,
  }),
)
const DeleteContentDialog = lazyDialog(
  () => import('./course-questions'),
  (module) => module.DeleteContentDialog,
  { title: 'Delete', frameless: true },
)

/** Actions on a course that do not need its editor. */
export function CourseCardMenu({ course }: { course: CatalogueCourse }) {
  const mayPublish = useMay('courses', 'publish', course)
  const mayDelete = useMay('courses', 'delete', course)
  const status = useCourseStatus(CATALOGUE_STATUS_MESSAGES)
  const { preview, copies } = useCourseItems(course)
  const [deleting, setDeleting] = useState(false)
  const draft = course.status === 'DRAFT'

  const items: NonNullable<MenuProps['items']> = [preview]
  if (mayPublish) {
    items.push({
      key: 'status',
      icon: draft ? <Globe aria-hidden="true" /> : <EyeOff aria-hidden="true" />,
      label: draft ? 'Publish' : 'Unpublish',
      onClick: () => status.ask(course),
    })
  }
  items.push(...copies)
  if (mayDelete) {
    items.push({
      key: 'delete',
      icon: <Trash2 aria-hidden="true" />,
      label: 'Delete',
      danger: true,
      onClick: () => setDeleting(true),
    })
  }

  return (
    <>
      <MenuButton
        label={`Actions for ${course.title}`}
        icon={<Ellipsis aria-hidden="true" />}
        items={items}
      />
      {status.subject && <CourseStatusDialog {...status} subject={status.subject} />}
      {deleting && (
        <DeleteContentDialog
          content={{ kind: 'course', id: course.id, title: course.title }}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}
