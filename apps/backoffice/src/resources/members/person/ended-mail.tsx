import { MEMBER_MESSAGES } from '@rookies/data/members/member-list'
import { type MailEnd, mailEndText } from '@rookies/data/members/person'
import { Button } from 'antd'
import { useMay } from '../../../app/may'
import { useAct } from '../../../app/use-act'

interface EndedMailProps {
  id: string
  mail_ended: MailEnd
}

/** Says why a person gets no mail. Readers who may correct the email can allow mail again. */
export function EndedMail({ id, mail_ended }: EndedMailProps) {
  const mayAllow = useMay('profiles', 'correct', { id })
  const allowing = useAct({
    act: () => ({ name: 'profiles/allow_mail', input: { id } }),
    done: MEMBER_MESSAGES.mailAllowed,
    failed: MEMBER_MESSAGES.stateFailed,
  })
  return (
    <>
      {mailEndText(mail_ended)}{' '}
      {mayAllow && (
        <Button size="small" loading={allowing.isPending} onClick={() => allowing.mutate()}>
          Allow Mail Again
        </Button>
      )}
    </>
  )
}
