import { useKeys } from '@refinedev/core'
import { REVIEW_TEXTS } from '@rookies/data/assignments/review-messages'
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
import { carriedDraft } from './round-changes'
import { useReviewsChanged } from './use-reviews-changed'

/** Between one save and the next while a person types. */
const PAUSE_MS = 800
/** Before a save that failed is tried again. */
const AGAIN_MS = 5_000

type Keeping = 'nothing' | 'saving' | 'saved' | 'failed'

interface Written {
  id: string
  roundId: string
  draft: ReviewDraft
}

/** What the person has written about work, kept on the server as they write (rules/assignments#claim). */
export interface ReviewWriting {
  draft: ReviewDraft
  change: (change: (draft: ReviewDraft) => ReviewDraft) => void
  /** The number of the round about which it was begun, if a newer one was handed in since. */
  carriedFrom: number | null
  keeping: Keeping
  /** Why there is no claim, as a sentence. */
  refused: string | null
  /** Until when the claim holds, as an ISO date; null before anything was written. */
  until: string | null
  /** Ends keeping, and waits for a save on its way, so that none follows a review that is published. */
  settle: () => Promise<void>
  /** Keeps again what is written, after a review that was not published. */
  resume: () => void
  /** The same for each try to publish this review, so that it is published once (rules/data#idempotent). */
  operationId: string
}

/** Writes about the latest round. What was written stays when a newer round arrives. */
export function useReviewDraft(work: ReviewedWork): ReviewWriting {
  const round = latestRound(work)
  const [begun] = useState(() => beginning(work, round))
  const [draft, setDraft] = useState(begun.draft)
  const [carriedFrom, setCarriedFrom] = useState(begun.carriedFrom)
  const [basis, setBasis] = useState(round)
  const [operationId] = useState(newId)
  const [keeping, setKeeping] = useState<Keeping>(isEmptyDraft(begun.draft) ? 'nothing' : 'saved')
  const [refused, setRefused] = useState<string | null>(null)
  const [until, setUntil] = useState(work.claim?.mine ? work.claim.until : null)
  const [touched, setTouched] = useState(false)
  const [read, setRead] = useState(work.draft)
  const changed = useReviewsChanged()
  useForgetting(work.id)

  if (work.draft !== read) {
    setRead(work.draft)
    // What the person wrote on another device.
    if (!touched) {
      const now = beginning(work, round)
      setBasis(round)
      setDraft(now.draft)
      setCarriedFrom(now.carriedFrom)
    }
  } else if (round && basis && round.id !== basis.id) {
    setBasis(round)
    if (!isEmptyDraft(draft)) {
      setDraft(carriedDraft(draft, basis, round))
      setCarriedFrom(basis.round)
    }
  }

  const { mutateAsync: save } = useAct({
    act: (written: Written) => ({ name: 'submissions/save_draft', input: written }),
  })
  const latest = useRef(draft)
  const unsent = useRef<Written | null>(null)
  const sending = useRef<Promise<void> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLayoutEffect(() => {
    latest.current = draft
  })

  const wait = (milliseconds: number) => {
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
          // Somebody else claims the work, or a newer round has arrived: the screen has to tell.
          if (kept.until === null || kept.newer_round !== null) return changed()
        },
        (error: RequestError) => {
          if (isTransient(error)) {
            unsent.current ??= written
            setKeeping('failed')
            wait(AGAIN_MS)
          } else {
            setRefused(failureToast(REVIEW_TEXTS.saveFailed, error).text)
            setKeeping(error.statusCode === 409 ? 'saved' : 'failed')
          }
        },
      )
      .finally(() => {
        sending.current = null
        if (unsent.current) wait(PAUSE_MS)
      })
  })

  const keep = () => {
    if (!round) return
    unsent.current = { id: work.id, roundId: round.id, draft: latest.current }
    setKeeping('saving')
    // The first letter claims the work at once.
    wait(until === null ? 0 : PAUSE_MS)
  }

  const change = useEventCallback((next: (draft: ReviewDraft) => ReviewDraft) => {
    latest.current = next(latest.current)
    setDraft(latest.current)
    setTouched(true)
    keep()
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
    resume: useEventCallback(keep),
    operationId,
  }
}

/**
 * Forgets the work that was read when its screen is left, so that the screen never begins with an older draft than the
 * one that it kept.
 */
function useForgetting(id: string): void {
  const { queries } = useBackend()
  const { keys } = useKeys()
  useEffect(() => {
    const queryKey = keys().data().resource('submissions').action('one').id(id).get()
    return () => queries.removeQueries({ queryKey })
  }, [queries, keys, id])
}

/** What was kept about this work; about an earlier round, taken to the latest one. */
function beginning(work: ReviewedWork, round: ReviewedRound | null) {
  const kept = work.draft
  if (!kept || !round) return { draft: EMPTY_DRAFT, carriedFrom: null }
  const before = work.rounds.find(({ id }) => id === kept.round_id)
  if (!before || before.id === round.id) return { draft: kept.body, carriedFrom: null }
  return {
    draft: carriedDraft(kept.body, before, round),
    carriedFrom: isEmptyDraft(kept.body) ? null : before.round,
  }
}
