import type { CatalogueCourse } from '@rookies/data/catalogue/course-list'
import type { MenuProps } from 'antd'
import { Ellipsis, ExternalLink, EyeOff, Globe } from 'lucide-react'
import { useMay } from '../../app/person'
import { MenuButton } from '../../ui/menu-button'
import { CATALOGUE_STATUS_TOASTS, useCourseStatus } from './use-course-status'

/** What can be done with a course without opening it (product §2). */
export function CourseCardMenu({ course }: { course: CatalogueCourse }) {
  const may = useMay()
  const { toggle, busy } = useCourseStatus(CATALOGUE_STATUS_TOASTS)
  const draft = course.status === 'DRAFT'

  const items: NonNullable<MenuProps['items']> = [
    {
      key: 'preview',
      icon: <ExternalLink aria-hidden="true" />,
      label: 'Preview',
      onClick: () => window.open(`/app/courses/${course.slug}`, '_blank', 'noopener'),
    },
  ]
  if (may('courses', 'publish', course)) {
    items.push({
      key: 'status',
      icon: draft ? <Globe aria-hidden="true" /> : <EyeOff aria-hidden="true" />,
      label: draft ? 'Publish' : 'Unpublish',
      onClick: () => toggle(course),
    })
  }

  return (
    <MenuButton
      label={`Actions for ${course.title}`}
      icon={<Ellipsis aria-hidden="true" />}
      loading={busy}
      items={items}
    />
  )
}
