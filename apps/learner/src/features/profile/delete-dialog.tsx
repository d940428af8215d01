import { isWrongPassword } from '@rookies/data/account/check-password'
import { DELETION_WORD, deleteAccount, deletionMessage } from '@rookies/data/account/delete-account'
import { saveNameDraft } from '@rookies/data/account/profile-query'
import { tabStore } from '@rookies/data/device/store'
import { toDataError } from '@rookies/data/errors'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useData } from '../../shared/data-context'
import { ephemeralClient } from '../../shared/ephemeral-client'
import { signOutDestination } from '../../shared/sign-out-destination'
import { Button } from '../../ui/button'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { focusField, textOf } from '../../ui/form-fields'
import { PasswordField } from '../../ui/password-field'
import { Refusal } from '../../ui/refusal'
import { showToast } from '../../ui/toast-store'
import { useAttempt } from '../../ui/use-attempt'
import styles from './delete-dialog.module.css'

const GOES = [
  'Your name, email and phone',
  'Your access to courses, including those that you bought',
  'Your completed lessons, your progress and your notes',
  'Your community memberships and posts, and your notifications',
]
const STAYS = ['Records of purchases', 'The record of changes', 'Courses and files that you made']

type Problems = { password?: string; code?: string; word?: string }

interface DeleteDialogProps {
  email: string
  onClose: () => void
}

/** Confirms deleting the account: says what is deleted and what stays, and asks for the password and a typed word. */
export function DeleteDialog({ email, onClose }: DeleteDialogProps) {
  const client = useData()
  const queries = useQueryClient()
  const [problems, setProblems] = useState<Problems>({})
  const [needsCode, setNeedsCode] = useState(false)
  const { busy, refusal, attempt } = useAttempt(deletionMessage)
  const isWrong = refusal !== null && isWrongPassword(refusal)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (needsCode && form.current) focusField(form.current, 'code')
  }, [needsCode])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const fields = event.currentTarget
    const password = textOf(fields, 'password')
    const code = textOf(fields, 'code').replace(/\s/g, '')
    const found: Problems = {
      ...(!password && { password: 'Password is required' }),
      ...(needsCode && !code && { code: 'Code is required' }),
      ...(textOf(fields, 'word').trim().toUpperCase() !== DELETION_WORD && {
        word: `Please type ${DELETION_WORD}`,
      }),
    }
    setProblems(found)
    const [first] = Object.keys(found)
    if (first) return focusField(fields, first)

    let asksForCode = false
    signOutDestination.to = '/'
    const done = await attempt(async () => {
      try {
        const clients = { client, ephemeralClient: ephemeralClient(), queries }
        await deleteAccount(clients, { email, password, code })
      } catch (thrown) {
        asksForCode = toDataError(thrown).code === 'PT403'
        if (asksForCode) setNeedsCode(true)
        throw thrown
      }
    })
    if (!done) {
      signOutDestination.to = null
      // The field for the code takes the focus itself when it appears. In all other cases the focus is set here.
      if (needsCode || !asksForCode) focusField(fields, needsCode ? 'code' : 'password')
      return
    }
    saveNameDraft(tabStore, '', null)
    showToast({
      tone: 'success',
      title: 'Account deleted',
      message: 'Your account and its data have been deleted.',
    })
  }

  return (
    <Dialog persistent wide title="Delete your account?" onClose={busy ? () => undefined : onClose}>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <div className={styles.lists}>
          <div>
            <h3>What is deleted</h3>
            <ul>
              {GOES.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
          <div>
            <h3>What stays, without your name</h3>
            <ul>
              {STAYS.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
        </div>
        {refusal && !isWrong && <Refusal id="deletion-refusal" message={refusal.message} />}
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={problems.password ?? (isWrong ? refusal.message : undefined)}
          describedBy={refusal && !isWrong ? 'deletion-refusal' : undefined}
          data-autofocus
        />
        {needsCode && (
          <Field
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            hint="Six digits from your authenticator app"
            error={problems.code}
          />
        )}
        <Field
          label={`Type ${DELETION_WORD} to confirm`}
          name="word"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={problems.word}
        />
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="danger" type="submit" disabled={busy}>
            {busy ? 'Deleting...' : 'Delete my account'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
