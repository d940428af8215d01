import type { ClipboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { inviteListState } from './invite-address'

/** Whether a pasted text contains at least two emails. */
export const isList = (text: string): boolean => (text.match(/@/g) ?? []).length >= 2

/**
 * Handles a list of people that is pasted into a field for one email: opens the dialog for many invites at the
 * address `inviteMany` with that list (rules/invites#invite-many).
 */
export function usePastedList(inviteMany: string) {
  const navigate = useNavigate()
  return (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!isList(text)) return
    event.preventDefault()
    void navigate(inviteMany, inviteListState({ text, courses: [], day: '' }))
  }
}
