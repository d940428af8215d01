import DOMPurify from 'dompurify'
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS } from './allowed-html'

/**
 * HTML from a course as a detached fragment that holds allowed elements and attributes only: no
 * scripts, handlers, styles, frames or form controls (rules/courses#text). What an element that
 * is not allowed contained stays as text. The passes of `renderMarkdown` still narrow links, ids,
 * classes and check boxes.
 */
export function sanitize(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS,
    ALLOWED_ATTR: ALLOWED_ATTRIBUTES,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    // Relative addresses pass here; the link and image passes take them out and keep the text.
    ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
    // Every id gets a prefix afterwards; this would lose those named like a property of document.
    SANITIZE_DOM: false,
    RETURN_DOM_FRAGMENT: true,
  })
}
