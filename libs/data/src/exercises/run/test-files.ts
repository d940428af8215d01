// The tests of an exercise have these paths in results, in an export, and beside the learner's files. Pages import this
// file, so it must not import the engine.

export const TESTS_PATH = 'tests.js'
export const HIDDEN_PATH = 'hidden.js'
