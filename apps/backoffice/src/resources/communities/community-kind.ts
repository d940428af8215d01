import type { CommunityDetails } from '@rookies/data/communities/managed-communities'
import { recordMessages } from '@rookies/data/records/record-messages'
import { MessagesSquare } from 'lucide-react'
import type { RecordKind } from '../../kit/record-kind'

export const COMMUNITY_KIND: RecordKind<CommunityDetails> = {
  resource: 'communities',
  texts: recordMessages('community', 'communities'),
  nameOf: ({ name }) => name,
  missing: { icon: MessagesSquare, sentence: 'It may have been deleted.' },
}
