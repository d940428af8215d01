/** The document that shows learners' pages and checks them. Both apps frame it at this path. */
export const PAGE_PATH = '/page.html'

/**
 * The content security policy in the document: inline scripts, handlers and styles, data addresses, and nothing else. A
 * page can load nothing, connect to nothing, and send no form. Scripts have neither nonce nor digest here, because
 * either lets a script of any server load.
 */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src data:; connect-src 'none'; form-action 'none'; base-uri 'none'"

/**
 * The content security policy that is added for a page. It allows only the guarded scripts, so that scripts that the
 * page creates from text do not run. Browsers that do not know `script-src-elem` run all inline scripts.
 */
export const guardedPolicy = (digests: readonly string[]) =>
  `script-src-elem ${digests.map((digest) => `'sha256-${digest}'`).join(' ') || "'none'"}`

/**
 * The content security policy in its header, with two directives that browsers ignore in a document. The sandbox takes
 * away the site's origin; without it, the document does nothing. Forms are allowed because a browser fires no `submit`
 * event otherwise; the policy still keeps them from being sent. Only pages of the site may frame the document.
 */
export const PAGE_HEADER = `sandbox allow-scripts allow-forms; ${PAGE_POLICY}; frame-ancestors 'self'`
