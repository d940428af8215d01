import { useList } from '@refinedev/core'
import {
  communityColumns,
  communityFormValues,
  EMPTY_COMMUNITY_FORM,
  isMissingFields,
} from '@rookies/data/communities/community-form'
import type { ManagedCommunity } from '@rookies/data/communities/managed-communities'
import { COMMUNITY_MESSAGES } from '@rookies/data/communities/managed-messages'
import { slugAfterTitle } from '@rookies/data/course-editing/course-slug'
import { useRef, useState } from 'react'
import { usePerson } from '../../app/person'
import { useToasts } from '../../app/toasts'
import { FormDialog } from '../../kit/form-dialog'
import { useRecordForm } from '../../kit/saved-form'
import { CommunityFields } from './community-fields'

interface CommunityDialogProps {
  /** The community to edit; left out for a new one. */
  community?: ManagedCommunity
  onClose: () => void
}

/** Creates or edits a community (rules/communities#community-form). */
export function CommunityDialog({ community, onClose }: CommunityDialogProps) {
  const { account } = usePerson()
  const toasts = useToasts()
  const [initial] = useState(() =>
    community ? communityFormValues(community) : EMPTY_COMMUNITY_FORM,
  )
  const { result: others } = useList({
    resource: 'communities',
    pagination: { pageSize: 1 },
    queryOptions: { enabled: !community },
    errorNotification: false,
  })
  const saved = useRecordForm({
    resource: 'communities',
    record: community,
    sent: (values: typeof initial) => ({
      ...communityColumns(values),
      ...(!community && { created_by_id: account.id }),
    }),
    done: community ? COMMUNITY_MESSAGES.saved : COMMUNITY_MESSAGES.created,
    failed: community ? COMMUNITY_MESSAGES.saveFailed : COMMUNITY_MESSAGES.createFailed,
    leave: onClose,
  })
  const { form } = saved
  const nameBefore = useRef('')
  const followName = (name: string) => {
    const numbered = `community-${(others.total ?? 0) + 1}`
    const slug = slugAfterTitle(form.getFieldValue('slug'), nameBefore.current, name, numbered)
    nameBefore.current = name
    form.setFieldsValue({ slug })
  }
  return (
    <FormDialog
      title={community ? 'Edit Community' : 'Create Community'}
      saved={saved}
      initial={initial}
      submit={community ? 'Save Community' : 'Create Community'}
      needsChange={community !== undefined}
      byAddress
      one="community"
      onValuesChange={({ name }) => {
        // The slug of an existing community does not follow its name, because people may have links.
        if (name !== undefined && !community) followName(name)
      }}
      onInvalid={({ values }) => {
        if (isMissingFields(values)) toasts.failed(COMMUNITY_MESSAGES.missing)
      }}
      onClose={onClose}
    >
      <CommunityFields />
    </FormDialog>
  )
}
