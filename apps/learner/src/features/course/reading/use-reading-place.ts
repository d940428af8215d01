import {
  keepReadingPlace,
  type ReadingPlace,
  readingPlace,
} from '@rookies/data/reading/reading-place'
import { passageInAddress } from '@rookies/data/search/passage-in-address'
import { currentUserId } from '@rookies/data/session/current-user'
import { useQueryClient } from '@tanstack/react-query'
import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { readingLine } from './reading-line'

/** Milliseconds without a scroll event after which scrolling has ended. */
const SCROLL_END_MS = 250
/** A position within this distance from the beginning counts as the beginning. */
const NEAR_PX = 240

/** Returns the reader's position in a text, or null at the beginning. */
function placeIn(content: HTMLElement): ReadingPlace | null {
  const line = readingLine()
  if (content.getBoundingClientRect().top > line - NEAR_PX) return null
  const blocks = [...content.children]
  const at = blocks.findIndex((block) => block.getBoundingClientRect().bottom > line)
  const block = at < 0 ? blocks.length - 1 : at
  const box = blocks[block]?.getBoundingClientRect()
  if (!box) return null
  const share = box.height === 0 ? 0 : (line - box.top) / box.height
  return { block, share: Math.min(Math.max(share, 0), 1) }
}

/** Scrolls to a position. Returns whether the text still has it. */
function goTo(content: HTMLElement, { block, share }: ReadingPlace): boolean {
  const box = content.children[block]?.getBoundingClientRect()
  if (!box) return false
  window.scrollTo(0, scrollY + box.top + share * box.height - readingLine())
  return true
}

function addressNamesAPlace(): boolean {
  return location.hash !== '' || passageInAddress(location.search) !== null
}

/**
 * Stores in this browser how far the person has read a lesson, and scrolls there when they return
 * (rules/learning#reading-place). `content` holds the lesson's text once it is there. If `keeps` is false, the stored
 * position is deleted. Returns whether the page has just scrolled to the stored position.
 */
export function useReadingPlace(
  content: HTMLElement | null,
  lessonId: string,
  keeps: boolean,
): boolean {
  const user = currentUserId(useQueryClient())
  const [resumed, setResumed] = useState(false)

  // This runs once for each text: a person who completes the lesson while reading stays where they are.
  const arrive = useEffectEvent((text: HTMLElement) => {
    const place = user && keeps ? readingPlace(user, lessonId) : null
    if (place && !addressNamesAPlace() && goTo(text, place)) setResumed(true)
  })
  // A layout effect, so that the page scrolls before the first paint. It runs after the code that focuses the heading
  // and scrolls to the top.
  useLayoutEffect(() => {
    if (content) arrive(content)
  }, [content])

  useLayoutEffect(() => {
    if (!content || !user) return
    if (!keeps) {
      keepReadingPlace(user, lessonId, null)
      return
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      clearTimeout(timer)
      timer = undefined
      keepReadingPlace(user, lessonId, placeIn(content))
    }
    const onScroll = () => {
      clearTimeout(timer)
      timer = setTimeout(keep, SCROLL_END_MS)
    }
    const onLeave = () => {
      if (timer !== undefined) keep()
    }
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('pagehide', onLeave)
    return () => {
      removeEventListener('scroll', onScroll)
      removeEventListener('pagehide', onLeave)
      onLeave()
    }
  }, [content, user, lessonId, keeps])

  return resumed
}
