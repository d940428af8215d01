import type { CatalogueCourse } from '@rookies/data/catalogue/course-list'
import { Button, Dropdown, type MenuProps } from 'antd'
import { Ellipsis, ExternalLink, EyeOff, Globe } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../app/person'
import { CATALOGUE_STATUS_TOASTS, useCourseStatus } from './use-course-status'

/** What can be done with a course without opening it (product §2). */
export function CourseCardMenu({ course }: { course: CatalogueCourse }) {
  const may = useMay()
  const { toggle, busy } = useCourseStatus(CATALOGUE_STATUS_TOASTS)
  const [open, setOpen] = useState(false)
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
    <Dropdown
      menu={{ items, 'aria-label': `Actions for ${course.title}` }}
      trigger={['click']}
      placement="bottomRight"
      autoFocus
      open={open}
      onOpenChange={setOpen}
    >
      <Button
        type="text"
        icon={<Ellipsis aria-hidden="true" />}
        loading={busy}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={`Actions for ${course.title}`}
      />
    </Dropdown>
  )
}
