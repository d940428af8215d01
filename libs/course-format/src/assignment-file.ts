// What forms and commands need of the tests of assignments.
export type { ClassroomSuite } from './projects/classroom'
export { readTests } from './reading/assignment-file'
