import { useLayoutEffect, useRef, useState } from 'react'
import { listenToCopyButtons } from './copy-buttons'
import { highlightCode } from './highlight-code'
import { decodeFragment } from './link-target'
import { contentId } from './pass-names'
import { renderMarkdown } from './render-markdown'
import { watchScrollBoxes } from './scroll-boxes'
import './markdown.css'
import './code.css'

export interface MarkdownViewProps {
  source: string
  /** Heading levels that the page uses above the text: 1 (the default) makes it start at h2. */
  headingOffset?: number
}

/** The browser looked for the place in the address before the text was there. */
function goToPlaceInAddress(content: HTMLElement): void {
  const name = decodeFragment(location.hash.slice(1))
  const place = name === '' ? null : document.getElementById(contentId(name))
  if (place !== null && content.contains(place)) place.scrollIntoView()
}

/**
 * A lesson's Markdown on the page. Lazy load it: the parser, the sanitiser and the highlighter come
 * with it. Renders again only when the source or the offset changes; give it the lesson's id as
 * `key`, so that `#place` in the address is looked for in each lesson.
 */
export default function MarkdownView({ source, headingOffset = 1 }: MarkdownViewProps) {
  const contentRef = useRef<HTMLDivElement>(null)
  const [message, setMessage] = useState('')

  useLayoutEffect(() => {
    const content = contentRef.current
    if (content === null) return
    content.replaceChildren(renderMarkdown(source, { headingOffset }))
    const gone = new AbortController()
    void highlightCode(content, gone.signal)
    const stopWatching = watchScrollBoxes(content)
    const stopListening = listenToCopyButtons(content, setMessage)
    return () => {
      gone.abort()
      stopWatching()
      stopListening()
    }
  }, [source, headingOffset])

  useLayoutEffect(() => {
    if (contentRef.current !== null) goToPlaceInAddress(contentRef.current)
  }, [])

  return (
    <div className="md">
      <div ref={contentRef} />
      <p className="md-visually-hidden" role="status">
        {message}
      </p>
    </div>
  )
}
