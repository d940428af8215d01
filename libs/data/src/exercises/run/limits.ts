// What a person reads when a run was ended, by the engine itself or from outside. This file stands alone, because pages
// say it too and must not load the engine.

export const timeOver = (ms: number) => `It did not finish within ${ms} ms`
export const NO_TESTS = 'The tests file has no tests'
export const TOO_MUCH_MEMORY = 'It uses too much memory (64 MB at most)'
