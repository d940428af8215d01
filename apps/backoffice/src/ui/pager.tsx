import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { To } from 'react-router-dom'
import { PageStep } from './page-step'
import styles from './pager.module.css'

interface PagerProps {
  /** What is paged, for screen readers. */
  label: string
  page: number
  pages: number
  /** The address of a page of the same list. */
  to: (page: number) => To
}

/** The way through a list that the server hands out page by page; nothing when there is one page. */
export function Pager({ label, page, pages, to }: PagerProps) {
  if (pages <= 1) return null
  return (
    <nav className={styles.pager} aria-label={`Pages of ${label}`}>
      <PageStep to={page > 1 ? to(page - 1) : null}>
        <ChevronLeft aria-hidden="true" />
        Previous
      </PageStep>
      <span aria-current="page">{`Page ${page.toLocaleString('en-US')} of ${pages.toLocaleString('en-US')}`}</span>
      <PageStep to={page < pages ? to(page + 1) : null}>
        Next
        <ChevronRight aria-hidden="true" />
      </PageStep>
    </nav>
  )
}
