import { passageInAddress } from '@rookies/data/search/passage-in-address'
import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { showPassage } from './passage'

/**
 * Opens a lesson at the passage that its address names, after each navigation to that address; a `#place` in the
 * address takes precedence (rules/learning#passage). `within` is an element inside the lesson.
 */
export function usePassage(within: RefObject<HTMLElement | null>): void {
  const location = useLocation()

  useEffect(() => {
    const article = within.current?.closest('article')
    const passage = location.hash === '' ? passageInAddress(location.search) : null
    return article && passage ? showPassage(article, passage) : undefined
  }, [within, location])
}
