import {
  type Profile,
  readNameDraft,
  saveName,
  saveNameDraft,
} from '@rookies/data/account/profile-query'
import { tabStore } from '@rookies/data/device/store'
import { nameProblem } from '@rookies/data/session/full-name'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useData } from '../../shared/data-context'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Refusal } from '../../ui/refusal'
import { showToast } from '../../ui/toast-store'
import { useAttempt } from '../../ui/use-attempt'
import styles from './profile-form.module.css'

/**
 * The form with the full name, which people can change, and the read-only fields. A name that is not saved is stored in
 * the browser, and the form says so when the person returns (rules/accounts#unsaved-name).
 */
export function NameForm({ profile }: { profile: Profile }) {
  const client = useData()
  const queries = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState(() => readNameDraft(tabStore, profile.id))
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, refusal, attempt } = useAttempt(() => 'Failed to update profile')

  const saved = profile.name ?? ''
  const name = draft ?? saved
  const changed = name !== saved

  useEffect(() => {
    if (!changed) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [changed])

  const type = (value: string | null) => {
    const next = value === saved ? null : value
    setDraft(next)
    setProblem(null)
    saveNameDraft(tabStore, profile.id, next)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = nameProblem(name)
    setProblem(wrong)
    if (wrong) return field.current?.focus()
    if (!(await attempt(() => saveName(client, queries, profile.id, name)))) return
    type(null)
    showToast({ tone: 'success', title: 'Saved', message: 'Profile updated successfully.' })
  }

  const discard = () => {
    type(null)
    field.current?.focus()
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {refusal && <Refusal id="name-refusal" message={refusal.message} />}
      <Field
        ref={field}
        label="Full Name"
        name="name"
        autoComplete="name"
        required={false}
        readOnly={busy}
        value={name}
        onChange={(event) => type(event.target.value)}
        error={problem ?? undefined}
        describedBy={refusal ? 'name-refusal' : undefined}
      />
      <Field label="Email" type="email" value={profile.email} readOnly required={false} />
      <Field
        label="Phone"
        type="tel"
        value={profile.phone ?? ''}
        placeholder="Not given"
        readOnly
        required={false}
      />
      <div className={styles.actions}>
        <Button variant="primary" type="submit" disabled={busy}>
          {busy ? 'Saving...' : 'Save Changes'}
        </Button>
        {changed && !busy && <Button onClick={discard}>Discard</Button>}
        <p role="status" className={styles.note}>
          {changed && !busy && 'You have unsaved changes.'}
        </p>
      </div>
    </form>
  )
}
