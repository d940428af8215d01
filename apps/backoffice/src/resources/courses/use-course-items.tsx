import type { CatalogueCourse } from '@rookies/data/course-editing/course-list'
import { coursePath } from '@rookies/data/course-viewing/paths'
import type { MenuProps } from 'antd'
import { CopyPlus, Download, ExternalLink } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { useMay } from '../../app/may'
import { useDuplicate } from './use-duplicate'
import { useExportCourse } from './use-export-content'

type Items = NonNullable<MenuProps['items']>

/** The items that all menus of a course share: preview, duplicate and export, as far as the person may use them. */
export function useCourseItems(course: Pick<CatalogueCourse, 'id' | 'slug' | 'created_by_id'>) {
  const mayUpdate = useMay('courses', 'update', course)
  const mayCreate = useMay('courses', 'create')
  const exporting = useExportCourse()
  const duplicating = useDuplicateCourse()

  const preview: Items[number] = {
    key: 'preview',
    icon: <ExternalLink aria-hidden="true" />,
    label: 'Preview',
    onClick: () => window.open(coursePath(course.slug), '_blank', 'noopener'),
  }
  const copies: Items = []
  if (mayUpdate) {
    copies.push({
      key: 'export',
      icon: <Download aria-hidden="true" />,
      label: 'Export',
      disabled: exporting.busy,
      onClick: () => exporting.start(course.id),
    })
  }
  if (mayUpdate && mayCreate) {
    copies.push({
      key: 'duplicate',
      icon: <CopyPlus aria-hidden="true" />,
      label: 'Duplicate',
      disabled: duplicating.busy,
      onClick: () => duplicating.start(course.id),
    })
  }
  return { preview, copies }
}

/** Duplicates a course and opens the copy, which is a draft. */
function useDuplicateCourse() {
  const navigate = useNavigate()
  const { start, busy } = useDuplicate({ onCopy: ({ id }) => navigate(`/admin/courses/${id}`) })
  return { start: (id: string) => start({ kind: 'course', id }), busy }
}
