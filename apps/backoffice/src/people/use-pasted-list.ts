import type { ClipboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { inviteListState } from './invite-address'

/** Whether a pasted text has several emails. */
export const isList = (text: string): boolean => (text.match(/@/g) ?? []).length >= 2

/**
 * A list of people that is pasted into the field for one email becomes the list of the dialog for many invites, at this
 * address (rules/invites#invite-many).
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
