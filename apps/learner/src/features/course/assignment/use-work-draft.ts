import type { MyAssignment } from '@rookies/data/assignments/my-assignment'
import { EMPTY_DRAFT, type WorkDraft } from '@rookies/data/assignments/my-draft'
import { workDrafts } from '@rookies/data/assignments/my-drafts'
import { queuedRounds } from '@rookies/data/assignments/queued-rounds'
import { type DraftUse, type OfLesson, useDraft } from '../hand-in/use-draft'

export interface WorkDraftUse extends DraftUse<WorkDraft> {
  draft: WorkDraft
  change: (change: Partial<WorkDraft>) => void
  handIn: (secondOpinion: boolean) => void
}

/**
 * Returns a person's draft for an assignment, and the functions that change it or hand it in
 * (rules/assignments#drafts). `queued` is the number of rounds in the outbox at the last render.
 */
export function useWorkDraft(
  known: MyAssignment,
  { queued, ...place }: OfLesson & { queued: number },
): WorkDraftUse {
  const own = useDraft(workDrafts, place)
  const { draft: onServer } = known
  const draft = own.local?.body ?? onServer?.body ?? initialDraft(known)
  const from = onServer?.revision ?? null
  const latest = () => own.latest()?.body ?? draft
  return {
    draft,
    begun: own.local !== undefined || onServer !== null,
    unsent: own.local !== undefined,
    stored: own.stored,
    refused: own.local?.refused ?? null,
    change: (change) => own.put({ ...latest(), ...change }, from),
    take: (revision, body) => own.put(body, from, revision),
    drop: (revision) => own.put(draft, from, revision),
    handIn: (secondOpinion) => {
      const draftRevision = own.latest()?.id ?? from
      const change = { kind: 'work', work: latest(), draftRevision, secondOpinion } as const
      own.handIn(queuedRounds, queued)(change, own.forget)
    },
  }
}

/** Returns the initial content of the form: the work of the last round if a reviewer returned it, otherwise nothing. */
function initialDraft({ rounds, submission }: MyAssignment): WorkDraft {
  const last = rounds.at(-1)
  if (!last || submission?.state !== 'RETURNED') return EMPTY_DRAFT
  const { text, url, repo_url, code, files } = last
  return { text: text ?? '', url: url ?? '', repo_url: repo_url ?? '', code, files, note: '' }
}
