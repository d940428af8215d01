import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { FolderOpen, X } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'
import { ButtonLink } from '../../ui/button'
import styles from './category-filter.module.css'

/** The address of the whole library, in the order that was chosen. */
function useUnfiltered(): string {
  const [params] = useSearchParams()
  const rest = new URLSearchParams(params)
  rest.delete('category')
  return `?${rest}`
}

/** Says that only one category is shown, and takes that back. The choice lives in the address. */
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

/** A category that has no course of this person, or none any more. */
export function EmptyCategory({ category }: { category: string }) {
  const all = useUnfiltered()
  return (
    <EmptyState
      icon={<FolderOpen />}
      title={`No courses in ${category}`}
      actions={<ButtonLink to={all}>Show all courses</ButtonLink>}
    >
      <p>None of your courses belongs to this category.</p>
    </EmptyState>
  )
}
