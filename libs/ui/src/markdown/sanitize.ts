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
    // Relative addresses are allowed here. The passes for links and images remove them later and keep the text.
    ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
    // This option would remove ids that are named like a property of `document`. It is not needed, because every id
    // gets a prefix afterwards.
    SANITIZE_DOM: false,
    RETURN_DOM_FRAGMENT: true,
  })
}
