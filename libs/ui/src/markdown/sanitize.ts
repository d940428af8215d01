import DOMPurify from 'dompurify'
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS } from './allowed-html'

/**
 * Returns HTML of a course as a detached fragment with allowed elements and attributes only: no scripts, handlers,
 * styles, frames or form controls (rules/courses#text). The text of removed elements stays. The passes of
 * `renderMarkdown` further restrict links, ids, classes and check boxes.
 */
export function sanitize(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS,
    ALLOWED_ATTR: ALLOWED_ATTRIBUTES,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    // Relative addresses pass here; the link and image passes remove them and keep the text.
    ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
    // Every id gets a prefix afterwards, so this option is not needed; it would remove ids named like a property of
    // document.
    SANITIZE_DOM: false,
    RETURN_DOM_FRAGMENT: true,
  })
}
