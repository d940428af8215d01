import type { CohortDetails } from '@rookies/data/cohorts/cohort'
import { type CohortLink, joinLinkAddress } from '@rookies/data/cohorts/cohort-link'
import { COHORT_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import { copyText } from '@rookies/data/device/copy-text'
import { INVITE_MESSAGES } from '@rookies/data/invites/invite-list'
import { dayInWords } from '@rookies/data/time/agreed-text'
import { dayText } from '@rookies/data/time/moment-text'
import { zoneName } from '@rookies/data/time/zones'
import { formatNumber, formatPeople } from '@rookies/data/wording'
import { Alert, Button, Descriptions, Flex, Input } from 'antd'
import { Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'
import { useRead } from '../../app/use-read'
import cells from '../../ui/cells.module.css'
import { DateField } from '../../ui/date-field'
import { Modal } from '../../ui/modal'
import { Optional } from '../../ui/optional'
import { ReadFailed } from '../../ui/read-failed'
import { Waiting } from '../../ui/waiting'

interface JoinLinkDialogProps {
  cohort: CohortDetails
  onClose: () => void
}

/**
 * Creates, turns on or off, and renews the link by which people join a cohort. The link is shown only once
 * (rules/cohorts#link).
 */
export function JoinLinkDialog({ cohort, onClose }: JoinLinkDialogProps) {
  const { id } = cohort
  const dayId = useId()
  const read = useRead('cohorts/link', { input: { id }, staleTime: 0 })
  const link = read.data?.link ?? null
  const [token, setToken] = useState<string | null>(null)
  const [renewing, setRenewing] = useState(false)
  const [typedDay, setTypedDay] = useState<string | null>(null)
  const day = typedDay ?? link?.ends_on ?? ''
  const endsOn = day === '' ? null : day
  const make = useAct({
    act: () => ({ name: 'cohorts/make_link', input: { id, endsOn } }),
    failed: COHORT_MESSAGES.linkMakeFailed,
    onSuccess: (made) => {
      setToken(made.token)
      setTypedDay(null)
      setRenewing(false)
    },
  })
  const set = useAct({
    act: (wanted: { active: boolean }) => ({
      name: 'cohorts/set_link',
      input: { id, endsOn, ...wanted },
    }),
    done: ({ active }) =>
      active === link?.active
        ? COHORT_MESSAGES.linkDay
        : active
          ? COHORT_MESSAGES.linkOn
          : COHORT_MESSAGES.linkOff,
    failed: COHORT_MESSAGES.linkChangeFailed,
    onSuccess: () => setTypedDay(null),
  })
  const busy = make.isPending || set.isPending
  const changedDay = link !== null && endsOn !== link.ends_on

  return (
    <Modal
      size="form"
      title="Join Link"
      onClose={onClose}
      actions={
        renewing ? (
          <>
            <Button disabled={busy} onClick={() => setRenewing(false)}>
              Keep This Link
            </Button>
            <Button
              key="renew"
              type="primary"
              danger
              loading={make.isPending}
              data-writes
              onClick={() => make.mutate()}
            >
              Renew Link
            </Button>
          </>
        ) : (
          <>
            <Button disabled={busy} onClick={onClose}>
              Close
            </Button>
            {link && (
              <>
                <Button disabled={busy} onClick={() => setRenewing(true)}>
                  Renew…
                </Button>
                <Button
                  danger={link.active}
                  loading={set.isPending && !changedDay}
                  disabled={busy}
                  data-writes
                  onClick={() => set.mutate({ active: !link.active })}
                >
                  {link.active ? 'Switch Off' : 'Switch On'}
                </Button>
              </>
            )}
            {read.data && (link === null || changedDay) && (
              <Button
                key="save"
                type="primary"
                loading={busy}
                data-writes
                onClick={() => (link ? set.mutate({ active: link.active }) : make.mutate())}
              >
                {link ? 'Save Last Day' : 'Make Link'}
              </Button>
            )}
          </>
        )
      }
    >
      {read.isPending && <Waiting rows={4} />}
      {read.isError && !read.data && (
        <ReadFailed title={COHORT_MESSAGES.linkFailed.text} read={read} />
      )}
      {read.data && (
        <Flex vertical gap="middle">
          <p>
            People who open the link sign up or sign in, confirm their email, and are in the cohort.
            It works while registration is off, too.
          </p>
          {(cohort.draft || cohort.archived_at !== null) && (
            <Alert
              showIcon
              type="warning"
              message={`Nobody can join ${cohort.draft ? 'a draft' : 'an archived cohort'}: until that changes, the link is shown as unknown.`}
            />
          )}
          {token !== null && <Secret token={token} />}
          {link && <Facts cohort={cohort} link={link} />}
          {renewing ? (
            <Alert
              showIcon
              role="status"
              type="warning"
              message="The link that you handed out stops working at once. People who have joined stay."
            />
          ) : (
            <Flex vertical gap="small" align="flex-start">
              <label htmlFor={dayId}>
                <Optional>Last day of the link</Optional>
              </label>
              <DateField id={dayId} value={day} onChange={setTypedDay} />
              <p
                className={cells.fact}
              >{`Through the end of that day in ${zoneName(cohort.time_zone)}. Without one, it works as long as the cohort gives access.`}</p>
            </Flex>
          )}
        </Flex>
      )}
    </Modal>
  )
}

/** Shows the new link. The server sends its secret only when the link is created or renewed. */
function Secret({ token }: { token: string }) {
  const toasts = useToasts()
  const [refused, setRefused] = useState(false)
  const address = joinLinkAddress(window.location.origin, token)
  const copy = () =>
    copyText(address).then(
      () => toasts.succeeded(COHORT_MESSAGES.linkCopied),
      () => setRefused(true),
    )
  return (
    <Flex vertical gap="small">
      <Alert
        showIcon
        role="status"
        type="info"
        message="Copy the link now. It is shown once; a lost one can only be renewed."
      />
      <Flex gap="small">
        <Input
          aria-label="Join link"
          readOnly
          value={address}
          onFocus={({ target }) => target.select()}
        />
        <Button type="primary" icon={<Copy aria-hidden="true" />} onClick={copy}>
          Copy Link
        </Button>
      </Flex>
      {refused && <Alert type="error" message={INVITE_MESSAGES.copyFailed.text} />}
    </Flex>
  )
}

function Facts({ cohort: { seats, people }, link }: { cohort: CohortDetails; link: CohortLink }) {
  return (
    <Descriptions
      bordered
      size="small"
      column={1}
      items={[
        { key: 'state', label: 'State', children: link.active ? 'On' : 'Off' },
        {
          key: 'day',
          label: 'Last day',
          children: link.ends_on ? dayInWords(link.ends_on, true) : 'As long as access lasts',
        },
        {
          key: 'seats',
          label: 'Seats left',
          children:
            seats === null
              ? 'No limit'
              : `${formatNumber(Math.max(0, seats - people))} of ${formatNumber(seats)}`,
        },
        { key: 'joined', label: 'Joined by link', children: formatPeople(link.joined) },
        { key: 'made', label: 'Made', children: dayText(link.made_at) },
      ]}
    />
  )
}
