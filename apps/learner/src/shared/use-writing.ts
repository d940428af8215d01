import { readTextDraft, saveTextDraft, type TextDraft } from '@rookies/data/device/text-drafts'
import { currentUserId } from '@rookies/data/session/current-user'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { showError } from '../ui/toast-store'

/** The draft of a form. This browser stores it for this person until it is sent or discarded. */
export interface StoredDraft {
  read: () => TextDraft | null
  keep: (draft: TextDraft) => void
  forget: () => void
  /** False if the browser could not store the last draft. */
  isStored: boolean
}

/** Returns the draft that is stored under a key. */
export function useStoredDraft(place: string): StoredDraft {
  // The person is read from the session, which is known before the page is drawn. The opening call may answer later or
  // not at all.
  const person = currentUserId(useQueryClient())
  const [isStored, setIsStored] = useState(true)
  const keep = (draft: TextDraft) => {
    if (person) setIsStored(saveTextDraft(person, place, draft))
  }
  return {
    read: () => (person ? readTextDraft(person, place) : null),
    keep,
    forget: () => keep({ id: '', text: '' }),
    isStored,
  }
}

interface SendingParts {
  send: () => Promise<void>
  onSent: () => void
  /** Returns the message when sending fails. */
  failure: (thrown: unknown) => string
  /** Moves the focus to the field to correct. */
  focus: () => void
}

/** Sends a form. If that fails, the form shows the message, or a toast does if the person has left the page. */
export function useSending({ send, onSent, failure, focus }: SendingParts) {
  const onPage = useRef(true)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    onPage.current = true
    return () => {
      onPage.current = false
    }
  }, [])
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: onSent,
    onError: (thrown) => {
      const sentence = failure(thrown)
      if (onPage.current) setProblem(sentence)
      else showError(sentence)
      focus()
    },
  })
  return {
    problem,
    setProblem,
    busy: isPending,
    send: () => {
      setProblem(null)
      mutate()
    },
  }
}
