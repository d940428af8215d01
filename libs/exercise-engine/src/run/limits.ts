// Messages about runs that a limit ended. Pages show them too, so this file must not import the engine.

export const timeOver = (ms: number) => `It did not finish within ${ms} ms`
/**
 * The longest time on the clock that a run takes in a browser, in milliseconds. Its work is what ends a run; the clock
 * ends only one with very slow built-in functions, or on a machine that does something else (rules/exercise-runs#limits).
 */
export const longestMs = (time_ms: number) => Math.max(2_000, 10 * time_ms)

export const NO_TESTS = 'The tests file has no tests'
export const TOO_MUCH_MEMORY = 'It uses too much memory (64 MB at most)'
