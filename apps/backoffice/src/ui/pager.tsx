import { Pagination } from 'antd'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link, type To } from 'react-router-dom'
import cells from './cells.module.css'

interface PagerProps {
  /** The noun for the list, for screen readers. */
  label: string
  page: number
  pages: number
  /** Returns the address of another page of the list. */
  to: (page: number) => To
}

/** Links to the pages of a list by their numbers. Renders nothing if there is only one page. */
export function Pager({ label, page, pages, to }: PagerProps) {
  const place = useRef<HTMLElement>(null)

  // antd makes list items focusable. The links in them are focusable already, so this is undone.
  useLayoutEffect(() => {
    for (const item of place.current?.querySelectorAll('li[tabindex]') ?? []) {
      item.removeAttribute('tabindex')
    }
  })

  if (pages <= 1) return null
  const step = (number: number, name: string, icon: ReactNode) => (
    <Link className="ant-pagination-item-link" to={to(number)} aria-label={name}>
      {icon}
    </Link>
  )
  return (
    <nav ref={place} className={cells.pages} aria-label={`Pages of ${label}`}>
      <Pagination
        align="center"
        current={page}
        total={pages}
        pageSize={1}
        showSizeChanger={false}
        showTitle={false}
        showLessItems
        itemRender={(number, type) => {
          if (type === 'prev') {
            return page > 1 && step(number, 'Previous', <ChevronLeft aria-hidden="true" />)
          }
          if (type === 'next') {
            return page < pages && step(number, 'Next', <ChevronRight aria-hidden="true" />)
          }
          return (
            <Link
              to={to(number)}
              aria-label={`Page ${number} of ${pages}`}
              aria-current={number === page ? 'page' : undefined}
            >
              {type === 'page' ? number : '…'}
            </Link>
          )
        }}
      />
    </nav>
  )
}
