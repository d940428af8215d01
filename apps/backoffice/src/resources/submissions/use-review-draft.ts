import { useKeys } from '@refinedev/core'
import { REVIEW_LABELS } from '@rookies/data/assignments/review-messages'
import {
  EMPTY_DRAFT,
  isEmptyDraft,
  latestRound,
  type ReviewDraft,
  type ReviewedRound,
  type ReviewedWork,
} from '@rookies/data/assignments/review-work'
import { newId } from '@rookies/data/device/new-id'
import { isTransient } from '@rookies/data/errors'
import type { RequestError } from '@rookies/data/refine/request-error'
import { failureToast } from '@rookies/data/toasts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useBackend } from '../../app/backend'
import { useAct } from '../../app/use-act'
import { useEventCallback } from '../../ui/use-event-callback'
import { adaptDraft } from './round-changes'

/** Milliseconds between two saves while a person types. */
const PAUSE_MS = 800
/** Milliseconds before a failed save is tried again. */
const RETRY_MS = 5_000

type SaveState = 'nothing' | 'saving' | 'saved' | 'failed'

interface Written {
  id: string
  roundId: string
  draft: ReviewDraft
}

/** The draft of a review, which is saved on the server while the person writes (rules/assignments#claim). */
export interface ReviewWriting {
  draft: ReviewDraft
  change: (change: (draft: ReviewDraft) => ReviewDraft) => void
  /** The number of the round for which the draft was begun; null if no newer round was handed in since then. */
  carriedFrom: number | null
  keeping: SaveState
  /** The server's sentence about why it refused the last save; null if it did not refuse. */
  refused: string | null
  /** When the reader's claim on the work ends, as an ISO date; null if the reader has no claim. */
  until: string | null
  /** Stops saving and waits for a running save, so that no save arrives after the review is published. */
  settle: () => Promise<void>
  /** Saves the draft again after publishing has failed. */
  resume: () => void
  /** Sent with every attempt to publish, so that the review is published only once (rules/data#idempotent). */
  operationId: string
}

/** Returns the draft of the review of the latest round. If a newer round arrives, the draft is adapted to it. */
export function useReviewDraft(work: ReviewedWork): ReviewWriting {
  const round = latestRound(work)
  const [begun] = useState(() => initialDraft(work, round))
  const [draft, setDraft] = useState(begun.draft)
  const [carriedFrom, setCarriedFrom] = useState(begun.carriedFrom)
  const [basis, setBasis] = useState(round)
  const [operationId] = useState(newId)
  const [keeping, setKeeping] = useState<SaveState>(isEmptyDraft(begun.draft) ? 'nothing' : 'saved')
  const [refused, setRefused] = useState<string | null>(null)
  const [until, setUntil] = useState(work.claim?.mine ? work.claim.until : null)
  const [touched, setTouched] = useState(false)
  const [read, setRead] = useState(work.draft)
  useForgetOnLeave(work.id)

  if (work.draft !== read) {
    setRead(work.draft)
    // The stored draft may come from another device. It is shown as long as the person has not typed here.
    if (!touched) {
      const now = initialDraft(work, round)
      setBasis(round)
      setDraft(now.draft)
      setCarriedFrom(now.carriedFrom)
    }
  } else if (round && basis && round.id !== basis.id) {
    setBasis(round)
    if (!isEmptyDraft(draft)) {
      setDraft(adaptDraft(draft, basis, round))
      setCarriedFrom(basis.round)
    }
  }

  const { mutateAsync: save } = useAct({
    act: (written: Written) => ({ name: 'submissions/save_draft', input: written }),
    rereads: 'meanwhile',
  })
  const latest = useRef(draft)
  const unsent = useRef<Written | null>(null)
  const sending = useRef<Promise<void> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLayoutEffect(() => {
    latest.current = draft
  })

  const sendAfter = (milliseconds: number) => {
    timer.current ??= setTimeout(send, milliseconds)
  }
  const send = useEventCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    const written = unsent.current
    if (!written || sending.current) return
    unsent.current = null
    sending.current = save(written)
      .then(
        (kept) => {
          setUntil(kept.until)
          setRefused(null)
          setKeeping(unsent.current ? 'saving' : 'saved')
        },
        (error: RequestError) => {
          if (isTransient(error)) {
            unsent.current ??= written
            setKeeping('failed')
            sendAfter(RETRY_MS)
          } else {
            setRefused(failureToast(REVIEW_LABELS.saveFailed, error).text)
            setKeeping(error.statusCode === 409 ? 'saved' : 'failed')
          }
        },
      )
      .finally(() => {
        sending.current = null
        if (unsent.current) sendAfter(PAUSE_MS)
      })
  })

  const saveDraft = () => {
    if (!round) return
    unsent.current = { id: work.id, roundId: round.id, draft: latest.current }
    setKeeping('saving')
    // The first save is sent without a delay, because it claims the work for the reader.
    sendAfter(until === null ? 0 : PAUSE_MS)
  }

  const change = useEventCallback((next: (draft: ReviewDraft) => ReviewDraft) => {
    latest.current = next(latest.current)
    setDraft(latest.current)
    setTouched(true)
    saveDraft()
  })

  const settle = useEventCallback(async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    unsent.current = null
    await sending.current
  })

  useEffect(
    () => () => {
      if (unsent.current) send()
    },
    [send],
  )

  return {
    draft,
    change,
    carriedFrom,
    keeping,
    refused,
    until,
    settle,
    resume: useEventCallback(saveDraft),
    operationId,
  }
}

/**
 * Removes the work from the cache when its screen is left. Otherwise, the screen would open the next time with a draft
 * that is older than the saved one.
 */
function useForgetOnLeave(id: string): void {
  const { queries } = useBackend()
  const { keys } = useKeys()
  useEffect(() => {
    const queryKey = keys().data().resource('submissions').action('one').id(id).get()
    return () => queries.removeQueries({ queryKey })
  }, [queries, keys, id])
}

/** Returns the draft that is stored for the work. A draft about an earlier round is adapted to the latest one. */
function initialDraft(work: ReviewedWork, round: ReviewedRound | null) {
  const kept = work.draft
  if (!kept || !round) return { draft: EMPTY_DRAFT, carriedFrom: null }
  const before = work.rounds.find(({ id }) => id === kept.round_id)
  if (!before || before.id === round.id) return { draft: kept.body, carriedFrom: null }
  return {
    draft: adaptDraft(kept.body, before, round),
    carriedFrom: isEmptyDraft(kept.body) ? null : before.round,
  }
}
