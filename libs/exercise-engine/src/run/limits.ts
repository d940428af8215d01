// Messages about runs that exceeded a limit. Pages show these messages too, so this file must not import the engine.

export const timeOver = (ms: number) => `It did not finish within ${ms} ms`
/**
 * The longest time that a run may take on the clock of a browser, in milliseconds. Usually, the limit of work ends a
 * run earlier. This limit is for runs with very slow built-in functions and for busy machines
 * (rules/exercise-runs#limits).
 */
export const longestMs = (time_ms: number) => Math.max(2_000, 10 * time_ms)

export const NO_TESTS = 'The tests file has no tests'
export const TOO_MUCH_MEMORY = 'It uses too much memory (64 MB at most)'
