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

/** Long enough for a scroll to have come to rest. */
const REST_MS = 250
/** A place that is hardly further than the beginning is the beginning. */
const NEAR_PX = 240

/** Where the reader is in a text; null at its beginning. */
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

/** Puts the reader at a place. Out: whether the text still has it. */
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
 * Keeps how far the person has read in a lesson, in this browser, and takes them there when they come again
 * (rules/learning#reading-place). In: the element that holds its text, once it does; the lesson; and whether its place
 * is kept: where not, it is forgotten. Out: whether they have just been taken to it.
 */
export function useReadingPlace(
  content: HTMLElement | null,
  lessonId: string,
  keeps: boolean,
): boolean {
  const user = currentUserId(useQueryClient())
  const [resumed, setResumed] = useState(false)

  // Once for each text: whoever completes it while reading stays where they are.
  const arrive = useEffectEvent((text: HTMLElement) => {
    const place = user && keeps ? readingPlace(user, lessonId) : null
    if (place && !addressNamesAPlace() && goTo(text, place)) setResumed(true)
  })
  // Before the first paint, and after whatever else the page does on arrival.
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
      timer = setTimeout(keep, REST_MS)
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
