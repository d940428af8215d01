import { log } from '@rookies/data/logs/log'
import { Boundary } from '@rookies/ui/components/boundary/boundary'
import { useSyncExternalStore } from 'react'
import { LazyPart } from '../shared/lazy-part'
import { Part } from '../shared/optional-section'
import type { SignOutDialogProps } from '../shared/sign-out-dialog'
import { signOutQuestion, watchSignOutQuestion } from '../shared/sign-out-question'
import { showError } from '../ui/toast-store'

const dialog = new LazyPart<SignOutDialogProps>(() => import('../shared/sign-out-dialog'))

/** The question before a sign-out that would lose something. If its code does not load, the person stays signed in. */
export function SignOutQuestion() {
  const asked = useSyncExternalStore(watchSignOutQuestion, signOutQuestion)
  if (!asked) return null
  const stay = (thrown: unknown) => {
    log('error', 'sign-out', String(thrown), thrown)
    asked.answer(false)
    showError('Some of what you did is not saved yet. Please sign out when you are online.')
  }
  return (
    <Boundary onFault={stay}>
      <Part part={dialog} props={asked} />
    </Boundary>
  )
}
