/** The document that shows learners' pages and checks them. Both apps frame it at this path. */
export const PAGE_PATH = '/page.html'

/**
 * The mark of scripts that the document runs after their loops are guarded. It is no secret from the page, and keeps
 * only those that a page makes from text from running by accident.
 */
export const PAGE_NONCE = 'guarded'

/**
 * The content security policy in the document: guarded scripts, inline handlers and styles, data addresses, and nothing
 * else. A page can load nothing, connect to nothing, and send no form. Browsers that do not know `script-src-elem` run
 * all inline scripts.
 */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; script-src-elem 'nonce-guarded'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:; connect-src 'none'; form-action 'none'; base-uri 'none'"

/**
 * The content security policy in its header, with two directives that browsers ignore in a document. The sandbox takes
 * away the site's origin; without it, the document does nothing. Forms are allowed because a browser fires no `submit`
 * event otherwise; the policy still keeps them from being sent. Only pages of the site may frame the document.
 */
export const PAGE_HEADER = `sandbox allow-scripts allow-forms; ${PAGE_POLICY}; frame-ancestors 'self'`
