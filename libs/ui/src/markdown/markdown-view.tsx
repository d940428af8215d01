import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { listenToCopyButtons } from './copy-buttons'
import { highlightCode } from './highlight-code'
import { listenToInsideLinks } from './inside-links'
import { goToPlace, placeInText } from './place-in-text'
import { renderMarkdown } from './render-markdown'
import { watchScrollBoxes } from './scroll-boxes'
import '../fonts/mono.css'
import './markdown.css'
import './code.css'
import './print.css'

export interface MarkdownViewProps {
  source: string
  /** Heading levels that the page uses above the text: 1 (the default) makes it start at h2. */
  headingOffset?: number
  /** Takes the element that holds the text, each time that it holds another one, before it is painted. */
  onShown?: (content: HTMLElement) => void
  /** Takes the path of a link to a course or lesson when it is pressed (rules/courses#links-inside); else the browser does. */
  onFollow?: (path: string) => void
}

/**
 * A lesson's Markdown on the page. Lazy load it: the parser, the sanitiser and the highlighter come
 * with it. Renders again only when the source or the offset changes; give it the lesson's id as
 * `key`, so that `#place` in the address is looked for in each lesson.
 */
export default function MarkdownView(props: MarkdownViewProps) {
  const { source, headingOffset = 1, onShown, onFollow } = props
  const contentRef = useRef<HTMLDivElement>(null)
  const [message, setMessage] = useState('')
  const shown = useEffectEvent((content: HTMLElement) => onShown?.(content))
  const follows = onFollow !== undefined
  const follow = useEffectEvent((path: string) => onFollow?.(path))

  useLayoutEffect(() => {
    const content = contentRef.current
    if (content === null) return
    content.replaceChildren(renderMarkdown(source, { headingOffset }))
    shown(content)
    const gone = new AbortController()
    void highlightCode(content, gone.signal)
    const stopWatching = watchScrollBoxes(content)
    const stopListening = listenToCopyButtons(content, setMessage)
    const stopFollowing = follows ? listenToInsideLinks(content, (path) => follow(path)) : null
    return () => {
      gone.abort()
      stopWatching()
      stopListening()
      stopFollowing?.()
    }
  }, [source, headingOffset, follows])

  // The browser looked for the place in the address before the text was there. After whatever else the page does
  // on arrival, so that nothing takes the reader away again.
  const [arrived, setArrived] = useState(false)
  useLayoutEffect(() => setArrived(true), [])
  useLayoutEffect(() => {
    const content = contentRef.current
    const place = arrived && content !== null ? placeInText(content, location.hash) : null
    if (place !== null) goToPlace(place)
  }, [arrived])

  // A name typed without the prefix that ids have is none that the browser finds.
  useEffect(() => {
    const onHashChange = () => {
      const content = contentRef.current
      const place = content === null ? null : placeInText(content, location.hash)
      if (place !== null && document.querySelector(':target') !== place) goToPlace(place)
    }
    addEventListener('hashchange', onHashChange)
    return () => removeEventListener('hashchange', onHashChange)
  }, [])

  return (
    <div className="md">
      <div ref={contentRef} className="md-content" />
      <p className="md-visually-hidden" role="status">
        {message}
      </p>
    </div>
  )
}
