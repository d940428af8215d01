// Messages about runs that a limit ended. Pages show them too, so this file must not import the engine.

export const timeOver = (ms: number) => `It did not finish within ${ms} ms`
export const NO_TESTS = 'The tests file has no tests'
export const TOO_MUCH_MEMORY = 'It uses too much memory (64 MB at most)'
