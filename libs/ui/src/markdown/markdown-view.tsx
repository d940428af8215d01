import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { listenToCopyButtons } from './copy-buttons'
import { highlightCode } from './highlight-code'
import { listenToInsideLinks } from './inside-links'
import { goToPlace, placeInText } from './place-in-text'
import { renderMarkdown } from './render-markdown'
import { watchScrollBoxes } from './scroll-boxes'
import { showFiles } from './show-files'
import type { EnlargedPicture, ReadAddresses, TextFile } from './text-file'
import '../fonts/mono.css'
import './markdown.css'
import './code.css'
import './directions.css'
import './files.css'
import './print.css'

export interface MarkdownViewProps {
  source: string
  /** Heading levels that the page uses above the text: 1 (the default) makes it start at h2. */
  headingOffset?: number
  /** Takes the element that holds the text, each time that it holds another one, before it is painted. */
  onShown?: (content: HTMLElement) => void
  /** Takes the path of a link to a course or lesson when it is pressed (rules/courses#links-inside); else the browser does. */
  onFollow?: (path: string) => void
  /** The lesson's files (rules/files#truth). The same array as long as they are the same: another one renders again. */
  files?: readonly TextFile[] | undefined
  /** What stands beside a link to a file: its kind and size. */
  fileFacts?: (file: TextFile) => string
  /** Where the files can be fetched; asked once the text is painted, and when an address has ended. */
  readAddresses?: ReadAddresses
  /** Takes a picture of the lesson's files when it is pressed; without this none can be. */
  onEnlarge?: (picture: EnlargedPicture) => void
}

const NO_FACTS = () => ''
const NOWHERE: ReadAddresses = async () => ({ found: new Map(), away: true })

/**
 * A lesson's Markdown on the page. Lazy load it: the parser, the sanitiser and the highlighter come
 * with it. Renders again only when the source, the offset or the files change; give it the lesson's id as
 * `key`, so that `#place` in the address is looked for in each lesson.
 */
export default function MarkdownView(props: MarkdownViewProps) {
  const { source, headingOffset = 1, onShown, onFollow, files, onEnlarge } = props
  const contentRef = useRef<HTMLDivElement>(null)
  const [message, setMessage] = useState('')
  const shown = useEffectEvent((content: HTMLElement) => onShown?.(content))
  const follows = onFollow !== undefined
  const follow = useEffectEvent((path: string) => onFollow?.(path))
  const facts = useEffectEvent(props.fileFacts ?? NO_FACTS)
  const read = useEffectEvent(props.readAddresses ?? NOWHERE)
  const enlarges = onEnlarge !== undefined
  const enlarge = useEffectEvent((picture: EnlargedPicture) => onEnlarge?.(picture))

  useLayoutEffect(() => {
    const content = contentRef.current
    if (content === null) return
    const ofText = files && { files, facts: (file: TextFile) => facts(file), enlarges }
    content.replaceChildren(renderMarkdown(source, { headingOffset, files: ofText }))
    shown(content)
    const gone = new AbortController()
    void highlightCode(content, gone.signal)
    const stopWatching = watchScrollBoxes(content)
    const stopListening = listenToCopyButtons(content, setMessage)
    const stopShowing = showFiles(
      content,
      (failed) => read(failed),
      (picture) => enlarge(picture),
    )
    const stopFollowing = follows ? listenToInsideLinks(content, (path) => follow(path)) : null
    return () => {
      gone.abort()
      stopWatching()
      stopListening()
      stopShowing()
      stopFollowing?.()
    }
  }, [source, headingOffset, follows, files, enlarges])

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
