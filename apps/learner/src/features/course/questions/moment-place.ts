import { secondText } from '@rookies/data/notes/notes-markdown'
import type { Question } from '@rookies/data/questions/question'
import { currentPlayhead } from '../video/playhead'

export type Moment = Pick<Question, 'at_seconds' | 'at_heading'>

/** Returns a text about where in the lesson a question was asked; null if it is about the whole lesson. */
export function placeText(moment: Moment): string | null {
  const place = placeName(moment)
  return place === null ? null : `At ${place}`
}

/** Returns the second of the video as a time, or the heading in quotes; null for the whole lesson. */
export function placeName({ at_seconds, at_heading }: Moment): string | null {
  return secondText(at_seconds) || (at_heading === null ? null : `"${at_heading}"`)
}

/** The headings of the lesson's text on this page, in order. */
const headings = () => [
  ...document.querySelectorAll<HTMLElement>('[data-lesson-text] :is(h2, h3, h4, h5, h6)'),
]

/**
 * Returns where the person is in the lesson: the second of the video or, without a video, the last heading of the text
 * that is in the upper half of the window or above it.
 */
export function currentMoment(): Moment {
  const at_seconds = currentPlayhead()?.second() ?? null
  if (at_seconds !== null) return { at_seconds, at_heading: null }
  const passed = headings().filter(
    (heading) => heading.getBoundingClientRect().top < innerHeight / 2,
  )
  const text = passed.at(-1)?.textContent?.trim().slice(0, 200)
  return { at_seconds: null, at_heading: text || null }
}

/** Plays from the second, or scrolls to the heading. Returns false if the page has neither. */
export function goToMoment({ at_seconds, at_heading }: Moment): boolean {
  if (at_seconds !== null) {
    currentPlayhead()?.go(at_seconds)
    return currentPlayhead() !== null
  }
  const heading = headings().find(
    ({ textContent }) => textContent?.trim().slice(0, 200) === at_heading,
  )
  heading?.scrollIntoView({ block: 'start' })
  return heading !== undefined
}
