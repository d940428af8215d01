import { ownDrafts } from '../drafts/own-drafts'
import type { ExerciseFile } from './exercise-part'
import { CODE_DRAFTS } from './my-keys'

/** The drafts of code that the signed-in person wrote in this browser (rules/exercises#drafts). */
export const codeDrafts = ownDrafts<ExerciseFile[]>(CODE_DRAFTS)
