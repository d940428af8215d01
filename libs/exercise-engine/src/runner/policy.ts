/** The document that runs learners' code. Both apps frame it at this path. */
export const RUNNER_PATH = '/runner.html'

/**
 * The content security policy in the document: its own script and a worker may run, and nothing may connect.
 * WebAssembly needs `unsafe-eval` in browsers that do not know `wasm-unsafe-eval`.
 */
export const RUNNER_POLICY =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob:; worker-src blob:; connect-src 'none'"

/**
 * The content security policy in its header, with two directives that browsers ignore in a document. The sandbox takes
 * away the site's origin; without it, the document does nothing. Only pages of the site may frame the document.
 */
export const RUNNER_HEADER = `sandbox allow-scripts; ${RUNNER_POLICY}; frame-ancestors 'self'`
