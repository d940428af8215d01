// What counts as work besides the steps of the engine (rules/exercise-runs#limits).

/** The work of 10,000 steps in milliseconds, on any machine. They take a quarter to a whole millisecond. */
export const STEPS_MS = 0.5
/** The work of a call between the engine and the program around it, in milliseconds: it is slower than a step of the code. */
export const CALL_MS = 0.06
/** The work of calling a timer, in milliseconds. */
export const TIMER_MS = 0.05
/** The work of compiling a character, in milliseconds. */
export const COMPILED_MS = 1 / 5_000
