import type { EditorCourse } from '@rookies/data/course-editing/course-edit'
import type { MenuProps } from 'antd'
import { ListChecks, RefreshCw } from 'lucide-react'
import { useAddressState } from '../../app/use-address-state'
import { CHECK_PARAM } from './course-address'
import { useCourseItems } from './use-course-items'

interface CourseMore {
  course: EditorCourse
  /** Whether the course was deleted while it was open. */
  gone: boolean
  refreshing: boolean
  onRefresh: () => void
}

/** The items of the menu beside an open course's title. */
export function useCourseMore({ course, gone, refreshing, onRefresh }: CourseMore) {
  const { preview, copies } = useCourseItems(course)
  const { change } = useAddressState()
  const items: NonNullable<MenuProps['items']> = [
    {
      key: 'refresh',
      icon: <RefreshCw aria-hidden="true" />,
      label: 'Refresh',
      disabled: refreshing,
      onClick: onRefresh,
    },
  ]
  if (gone) return items
  const check = {
    key: 'check',
    icon: <ListChecks aria-hidden="true" />,
    label: 'Check Course',
    onClick: () => change({ [CHECK_PARAM]: '1' }),
  }
  return [...items, check, preview, ...copies]
}
