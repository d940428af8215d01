import {
  type CommunityFormErrors,
  type CommunityFormValues,
  communityFormErrors,
  communityFormValues,
  EMPTY_COMMUNITY_FORM,
  isMissingFields,
  slugAfterName,
} from '@rookies/data/communities/community-form'
import { communityKeys } from '@rookies/data/communities/keys'
import type { ManagedCommunity } from '@rookies/data/communities/managed-communities'
import { COMMUNITY_TOASTS } from '@rookies/data/communities/managed-messages'
import {
  createCommunity,
  SLUG_TAKEN,
  STALE_COMMUNITY,
  updateCommunity,
} from '@rookies/data/communities/save-community'
import { NOT_AUTHENTICATED } from '@rookies/data/course-editing/messages'
import { toDataError } from '@rookies/data/errors'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback, useId, useState } from 'react'
import { useBackend } from '../../app/backend'
import { usePerson } from '../../app/person'
import { useToasts } from '../../app/toasts'
import { LeaveGuard } from '../../ui/leave-guard'
import { Modal } from '../../ui/modal'
import { SaveFailed } from '../../ui/save-failed'
import styles from './communities.module.css'
import { CommunityFields } from './community-fields'

interface CommunityDialogProps {
  /** What is edited, as it was read; left out for a new one. */
  community?: ManagedCommunity
  onClose: () => void
}

/** The community form, for a new one and for an edit (rules/communities#community-form). */
export function CommunityDialog({ community, onClose }: CommunityDialogProps) {
  const { client, queries } = useBackend()
  const { account } = usePerson()
  const toasts = useToasts()
  const id = useId()
  const initial = community ? communityFormValues(community) : EMPTY_COMMUNITY_FORM
  const [values, setValues] = useState(initial)
  const [shown, setShown] = useState<CommunityFormErrors>({})
  const [leaving, setLeaving] = useState(false)
  const dirty = JSON.stringify(values) !== JSON.stringify(initial)

  const save = useMutation({
    mutationFn: async (form: CommunityFormValues) => {
      if (community) await updateCommunity(client, community, form)
      else await createCommunity(client, form, account.id)
    },
    onSuccess: async () => {
      toasts.succeeded(community ? COMMUNITY_TOASTS.saved : COMMUNITY_TOASTS.created)
      onClose()
      await queries.invalidateQueries({ queryKey: communityKeys.all })
    },
    onError: (error) => {
      const { code, hint, status } = toDataError(error)
      if (code === SLUG_TAKEN) setShown({ slug: 'This slug is already in use' })
      else if (hint !== STALE_COMMUNITY) toasts.failed(status === 401 ? NOT_AUTHENTICATED : failed)
    },
  })
  const failed = community ? COMMUNITY_TOASTS.saveFailed : COMMUNITY_TOASTS.createFailed
  const failure = save.isError ? toDataError(save.error) : null

  const leave = useCallback(() => {
    if (save.isPending) return
    if (dirty) setLeaving(true)
    else onClose()
  }, [dirty, save.isPending, onClose])

  const change = (changed: Partial<CommunityFormValues>) => {
    setLeaving(false)
    setShown((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !Object.hasOwn(changed, name))),
    )
    setValues((before) => ({
      ...before,
      // A slug that people know already does not change by itself.
      ...(changed.name !== undefined &&
        !community && { slug: slugAfterName(before.slug, before.name, changed.name) }),
      ...changed,
    }))
  }

  const submit = () => {
    const errors = communityFormErrors(values)
    setShown(errors)
    if (isMissingFields(values)) toasts.failed(COMMUNITY_TOASTS.missing)
    const [first] = Object.keys(errors)
    if (first === undefined) save.mutate(values)
    else document.getElementById(`${id}-${first}`)?.focus()
  }

  return (
    <Modal
      open
      size="form"
      title={community ? 'Edit Community' : 'Create Community'}
      onClose={leave}
      actions={
        <>
          <Button disabled={save.isPending} onClick={onClose}>
            {leaving ? 'Discard Changes' : 'Cancel'}
          </Button>
          <Button
            type="primary"
            htmlType="submit"
            form={id}
            loading={save.isPending}
            disabled={Boolean(community) && !dirty}
          >
            {community ? 'Save Community' : 'Create Community'}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <CommunityFields id={id} values={values} errors={shown} onChange={change} />
        {failure &&
          failure.code !== SLUG_TAKEN &&
          (failure.hint === STALE_COMMUNITY ? (
            <p className={styles.failure} role="alert">
              {`${failure.message} Close this and open it again to see it as it is now.`}
            </p>
          ) : (
            <SaveFailed title={failed.text} onRetry={submit} />
          ))}
        <p role="status" className={styles.note}>
          {leaving && 'You have unsaved changes. Save them, or discard them.'}
        </p>
      </form>
      <LeaveGuard back when={dirty && !save.isSuccess} />
    </Modal>
  )
}
