/** The document that runs learners' code. Both apps frame it at this path. */
export const RUNNER_PATH = '/runner.html'

/**
 * What the document may do, as it says itself: run its own script and a worker that it makes, and reach nothing.
 * Compiling WebAssembly is `unsafe-eval` in browsers that do not know the narrower word.
 */
export const RUNNER_POLICY =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob:; worker-src blob:; connect-src 'none'"

/**
 * What its header adds, because browsers ignore both in a document: the sandbox takes the site's origin away from the
 * document, which does nothing without it, and only the site's own pages may frame it.
 */
export const RUNNER_HEADER = `sandbox allow-scripts; ${RUNNER_POLICY}; frame-ancestors 'self'`
