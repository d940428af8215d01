import type { ReviewedWork } from '@rookies/data/assignments/review-work'
import { formatCount } from '@rookies/data/wording'
import { Alert, Flex } from 'antd'
import { useTimeAnswers } from '../../people/time-answers'

const SPACED = { marginBlockEnd: 'var(--space-4)' } as const

/**
 * Says that the owner of the work has asked for more time, with buttons that answer the request
 * (rules/assignments#extension).
 */
export function TimeAsked({ work }: { work: ReviewedWork }) {
  const { person, lesson, extension_request: request, due } = work
  const answers = useTimeAnswers()
  if (!request || !person) return answers.dialog
  const days = request.days === null ? '' : `: ${formatCount(request.days, 'day')}`
  const until = due?.at ? { ...due, at: due.at } : null
  return (
    <>
      <Alert
        type="info"
        showIcon
        style={SPACED}
        message={`More time was asked for${days}`}
        description={
          <Flex vertical gap="small">
            {request.note && <span dir="auto">{request.note}</span>}
            <Flex wrap gap="small">
              {answers.buttons({ person, lesson, request, due: until })}
            </Flex>
          </Flex>
        }
      />
      {answers.dialog}
    </>
  )
}
