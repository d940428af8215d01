// Pages import this file, so it must not import the engine. The tests of an exercise have the first two paths in results,
// in an export, and beside the learner's files.

export const TESTS_PATH = 'tests.js'
export const HIDDEN_PATH = 'hidden.js'

/** The file of a page that a browser shows. */
export const FIRST_PAGE = 'index.html'
