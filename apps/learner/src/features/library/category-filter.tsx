import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { FolderOpen, X } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'
import { ButtonLink } from '../../ui/button'
import styles from './category-filter.module.css'

/** Returns the address of the library without the filter, in the same order. */
function useUnfiltered(): string {
  const [params] = useSearchParams()
  const rest = new URLSearchParams(params)
  rest.delete('category')
  return `?${rest}`
}

/** Says that only one category is shown, with a button that removes the filter. The category is in the address. */
export function CategoryFilter({ category }: { category: string }) {
  const all = useUnfiltered()
  return (
    <p className={styles.filter}>
      Category
      <Link to={all} className={styles.chip} aria-label={`Remove filter ${category}`}>
        <span>{category}</span>
        <X aria-hidden="true" />
      </Link>
    </p>
  )
}

/**
 * Shown for a category in which the person has no course. Its name comes from the address and is not shown, because the
 * category may not exist.
 */
export function EmptyCategory() {
  const all = useUnfiltered()
  return (
    <EmptyState
      icon={<FolderOpen />}
      title="No courses in this category"
      actions={<ButtonLink to={all}>Show all courses</ButtonLink>}
    >
      <p>None of your courses belongs to it.</p>
    </EmptyState>
  )
}
