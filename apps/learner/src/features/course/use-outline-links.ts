import { lessonQuery } from '@rookies/data/course-viewing/lesson-query'
import { useQueryClient } from '@tanstack/react-query'
import type { MouseEvent, SyntheticEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { useData } from '../../shared/data-context'

/**
 * Returns event handlers for the list of plain links in an outline. They navigate without a page load, and prefetch the
 * lesson under the pointer. A press that opens another tab or window is left to the browser.
 */
export function useOutlineLinks() {
  const client = useData()
  const queries = useQueryClient()
  const navigate = useNavigate()

  const fetchAhead = ({ target }: SyntheticEvent) => {
    const id = linkOf(target)?.dataset.lesson
    if (id) void queries.prefetchQuery(lessonQuery(client, id))
  }
  return {
    onPointerOver: fetchAhead,
    onFocus: fetchAhead,
    onClick: (event: MouseEvent) => {
      const link = linkOf(event.target)
      const { button, metaKey, ctrlKey, shiftKey, altKey } = event
      if (!link || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
      event.preventDefault()
      navigate(link.pathname, { replace: link.pathname === location.pathname })
    },
  }
}

function linkOf(target: EventTarget): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest('a') : null
}
