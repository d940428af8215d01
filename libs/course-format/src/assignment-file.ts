// For forms and commands that read the tests of assignments.
export type { ClassroomSuite } from './projects/classroom'
export { readTests } from './reading/assignment-file'
