import { useEffect, useState } from 'react'
import { readingLine } from './reading-line'
import type { Section } from './sections'

/** A section becomes current when its heading is at most this far below the reading line, in px. */
const SLACK_PX = 96

function currentOf(sections: readonly Section[]): string | null {
  const line = readingLine() + SLACK_PX
  const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2
  if (atEnd && scrollY > 0) return sections.at(-1)?.id ?? null
  return (
    sections.findLast(({ id }) => {
      const heading = document.getElementById(id)
      return heading !== null && heading.getBoundingClientRect().top <= line
    })?.id ?? null
  )
}

/** Returns the id of the section that is being read, null above the first. */
export function useCurrentSection(sections: readonly Section[]): string | null {
  const [current, setCurrent] = useState<string | null>(null)

  useEffect(() => {
    if (sections.length === 0) return
    let frame = 0
    const look = () => {
      frame = 0
      setCurrent(currentOf(sections))
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(look)
    }
    onScroll()
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll)
    }
  }, [sections])

  return current
}
