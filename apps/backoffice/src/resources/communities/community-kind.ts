import type { CommunityDetails } from '@rookies/data/communities/managed-communities'
import { recordTexts } from '@rookies/data/records/record-texts'
import { MessagesSquare } from 'lucide-react'
import type { RecordKind } from '../../kit/record-kind'

export const COMMUNITY_KIND: RecordKind<CommunityDetails> = {
  resource: 'communities',
  texts: recordTexts('community', 'communities'),
  nameOf: ({ name }) => name,
  missing: { icon: MessagesSquare, sentence: 'It may have been deleted.' },
}
