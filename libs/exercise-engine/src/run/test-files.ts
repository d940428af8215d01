// Pages import this file, so it must not import the engine. The first two paths name the tests of an exercise in
// results, in an export, and beside the learner's files.

export const TESTS_PATH = 'tests.js'
export const HIDDEN_PATH = 'hidden.js'

/** The file of a page that the browser shows first. */
export const FIRST_PAGE = 'index.html'
