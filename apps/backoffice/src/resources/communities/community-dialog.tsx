import { type BaseRecord, useCreate, useList, useUpdate } from '@refinedev/core'
import {
  type CommunityFormErrors,
  type CommunityFormValues,
  communityColumns,
  communityFormErrors,
  communityFormValues,
  EMPTY_COMMUNITY_FORM,
  isMissingFields,
} from '@rookies/data/communities/community-form'
import type { ManagedCommunity } from '@rookies/data/communities/managed-communities'
import { COMMUNITY_TOASTS } from '@rookies/data/communities/managed-messages'
import { slugAfterTitle } from '@rookies/data/course-editing/course-slug'
import { hasCode, NOT_FOUND, type RequestError, STALE } from '@rookies/data/refine/request-error'
import { NOT_AUTHENTICATED } from '@rookies/data/toasts'
import { Alert, Button } from 'antd'
import { useCallback, useId, useState } from 'react'
import { toast } from '../../app/notification-provider'
import { usePerson } from '../../app/person'
import { useToasts } from '../../app/toasts'
import cells from '../../ui/cells.module.css'
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
  const { account } = usePerson()
  const toasts = useToasts()
  const id = useId()
  const initial = community ? communityFormValues(community) : EMPTY_COMMUNITY_FORM
  const [values, setValues] = useState(initial)
  const [shown, setShown] = useState<CommunityFormErrors>({})
  const [leaving, setLeaving] = useState(false)
  const { result: others } = useList({
    resource: 'communities',
    pagination: { pageSize: 1 },
    queryOptions: { enabled: !community },
    errorNotification: false,
  })
  const numbered = `community-${(others.total ?? 0) + 1}`
  const dirty = JSON.stringify(values) !== JSON.stringify(initial)

  const failed = community ? COMMUNITY_TOASTS.saveFailed : COMMUNITY_TOASTS.createFailed
  const said = {
    resource: 'communities',
    successNotification: toast(
      community ? COMMUNITY_TOASTS.saved : COMMUNITY_TOASTS.created,
      'success',
    ),
    // What belongs to a field, and what another person did meanwhile, is told in the form.
    errorNotification: (error?: RequestError) =>
      !error || error.errors?.slug || isStale(error)
        ? false
        : toast(error.statusCode === 401 ? NOT_AUTHENTICATED : failed, 'error'),
  } as const
  const creating = useCreate<BaseRecord, RequestError>(said)
  const updating = useUpdate<BaseRecord, RequestError>(said)
  const save = community ? updating.mutation : creating.mutation
  const failure = save.error

  const write = () => {
    const columns = communityColumns(values)
    const outcome = {
      onSuccess: onClose,
      onError: ({ errors }: RequestError) => {
        if (errors?.slug) setShown({ slug: String(errors.slug) })
      },
    }
    if (community) {
      const { id, updated_at } = community
      const meta = { unchangedSince: updated_at }
      updating.mutate({ id, values: columns, meta }, outcome)
    } else {
      const values = { ...columns, created_by_id: account.id }
      creating.mutate({ values, meta: { select: 'id' } }, outcome)
    }
  }

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
        !community && {
          slug: slugAfterTitle(before.slug, before.name, changed.name, numbered),
        }),
      ...changed,
    }))
  }

  const submit = () => {
    const errors = communityFormErrors(values)
    setShown(errors)
    if (isMissingFields(values)) toasts.failed(COMMUNITY_TOASTS.missing)
    const [first] = Object.keys(errors)
    if (first === undefined) write()
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
          !failure.errors?.slug &&
          (isStale(failure) ? (
            <Alert
              type="warning"
              message="Someone else has saved this community, or it is gone. Close this and open it again to see it as it is now."
            />
          ) : (
            <SaveFailed title={failed.text} onRetry={submit} />
          ))}
        <p role="status" className={cells.count}>
          {leaving && 'You have unsaved changes. Save them, or discard them.'}
        </p>
      </form>
      <LeaveGuard back when={dirty && !save.isSuccess} />
    </Modal>
  )
}

/** Another person has saved it, or it is gone. */
const isStale = (error: RequestError) => hasCode(error, STALE) || hasCode(error, NOT_FOUND)
