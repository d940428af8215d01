import { COMMUNITY_LIST } from '@rookies/data/communities/managed-communities'
import { COMMUNITY_MESSAGES } from '@rookies/data/communities/managed-messages'
import { formatCount } from '@rookies/data/wording'
import { Button } from 'antd'
import { MessagesSquare, Plus } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { FilterBar } from '../../kit/filter-bar'
import { ListTable } from '../../kit/list-table'
import { useCreateDialog } from '../../kit/use-create-dialog'
import { useTable } from '../../kit/use-table'
import { PageHeader } from '../../ui/page-header'
import { SearchField } from '../../ui/search-field'
import { COMMUNITY_COLUMNS } from './columns'
import { communityAddress } from './community-address'
import { CommunityDialog } from './community-dialog'

/** `/admin/communities`: all communities, and the form of a new one (rules/communities#community-form). */
export function CommunityList() {
  const navigate = useNavigate()
  const creating = useCreateDialog('communities', 'community')
  const { tableProps, searchProps, total, narrowed } = useTable(COMMUNITY_LIST, {
    failed: COMMUNITY_MESSAGES.listFailed,
  })

  const createButton = creating.mayCreate && (
    <Button type="primary" icon={<Plus aria-hidden="true" />} onClick={creating.open}>
      Create Community
    </Button>
  )

  return (
    <>
      <PageHeader
        title="Communities"
        subtitle="Discussion spaces and who can join them"
        actions={createButton}
      />
      <FilterBar search={<SearchField label="Search communities..." {...searchProps} />} />
      <ListTable
        {...tableProps}
        storedAs="communities"
        label="Communities"
        columns={COMMUNITY_COLUMNS}
        failed={COMMUNITY_MESSAGES.listFailed.text}
        count={formatCount(total, 'community', 'communities')}
        onOpen={({ id }) => navigate(communityAddress(id))}
        empty={{
          icon: <MessagesSquare />,
          title: narrowed ? 'No communities found' : 'No communities yet',
          text: narrowed
            ? 'Try another word. You can search by name or slug.'
            : 'Create the first one: for everyone, for the learners of a course, or by invite.',
          actions: createButton,
        }}
      />
      {creating.isOpen && <CommunityDialog onClose={creating.close} />}
    </>
  )
}
