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
import './code-colours.css'
import './markdown.css'
import './boxes.css'
import './code.css'
import './directions.css'
import './files.css'
import './print.css'
import './tasks.css'

export interface MarkdownViewProps {
  source: string
  /** The number of heading levels that the page uses above the text. With 1, the default, the text starts at h2. */
  headingOffset?: number
  /** Shows HTML tags as text, for posts and other texts that are not lessons (rules/courses#text-of-people). */
  htmlAsText?: boolean
  /** Called with the element that holds the text before a new text is painted. */
  onShown?: (content: HTMLElement) => void
  /**
   * Called with the path of a pressed link to a course or lesson (rules/courses#links-inside). Without it the
   * browser follows the link.
   */
  onFollow?: (path: string) => void
  /**
   * The lesson's files (rules/files#truth). Another array renders the text again, so pass the same one while they
   * are the same.
   */
  files?: readonly TextFile[] | undefined
  /** Returns the kind and size of a file, shown beside its link. */
  fileFacts?: (file: TextFile) => string
  /** Returns the addresses of the files. Called once the text is painted, and when an address has expired. */
  readAddresses?: ReadAddresses
  /** Called when a picture of the lesson's files is pressed. Without it pictures cannot be enlarged. */
  onEnlarge?: (picture: EnlargedPicture) => void
}

const NO_FACTS = () => ''
const NOWHERE: ReadAddresses = async () => ({ found: new Map(), away: true })

/**
 * Renders a lesson's Markdown. Load this component lazily, because the parser, the sanitiser and the highlighter
 * come with it. It renders again only if the source, the offset or the files change. Use the lesson's id as `key`,
 * so that `#place` in the address is looked up in each lesson.
 */
export default function MarkdownView(props: MarkdownViewProps) {
  const {
    source,
    headingOffset = 1,
    htmlAsText = false,
    onShown,
    onFollow,
    files,
    onEnlarge,
  } = props
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
    content.replaceChildren(renderMarkdown(source, { headingOffset, htmlAsText, files: ofText }))
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
  }, [source, headingOffset, htmlAsText, follows, files, enlarges])

  // The browser looked for the fragment of the address before the text was on the page. This effect runs after
  // everything else that the page does on arrival, so that nothing scrolls away again.
  const [arrived, setArrived] = useState(false)
  useLayoutEffect(() => setArrived(true), [])
  useLayoutEffect(() => {
    const content = contentRef.current
    const place = arrived && content !== null ? placeInText(content, location.hash) : null
    if (place !== null) goToPlace(place)
  }, [arrived])

  // The browser does not find a fragment that was typed without the prefix of ids.
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
