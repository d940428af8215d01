import { ownDrafts } from '../drafts/own-drafts'
import type { WorkDraft } from './my-draft'
import { WORK_DRAFTS } from './my-keys'

/** The drafts of work that the signed-in person wrote in this browser (rules/assignments#drafts). */
export const workDrafts = ownDrafts<WorkDraft>(WORK_DRAFTS)

export const { store: ownDraftStore, queued: queuedDrafts, watch: watchQueuedDrafts } = workDrafts
