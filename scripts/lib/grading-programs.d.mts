/** Installs the programs that the tests of templates/grading need. Throws an Error that names the package of a missing program. */
export function findGradingPrograms(): void
