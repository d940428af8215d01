import { INVITE_MESSAGES } from '@rookies/data/invites/invite-list'
import {
  addressesIn,
  type EmailColumn as Column,
  type ReadAddresses,
} from '@rookies/data/invites/read-invite-list'
import { MEMBER_MESSAGES } from '@rookies/data/members/member-list'
import { MAX_ADDRESSES } from '@rookies/data/members/members-by-address'
import { formatCount, formatNumber } from '@rookies/data/wording'
import { useCopied } from '@rookies/ui/copy/use-copied'
import { Alert, Button, Flex, Form, Input, Typography } from 'antd'
import { Copy } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useMay } from '../../app/may'
import { useRead } from '../../app/use-read'
import { EmailColumn } from '../../ui/email-column'
import { ReadFailed } from '../../ui/read-failed'
import { BulkDialog, useBulkInput } from './bulk-dialog'
import type { StoredList } from './stored-list'

interface GrantListProps {
  /** The list as it was when the person left the dialog; null for a new list. */
  kept: StoredList | null
  onClose: () => void
  /** Invites the emails that belong to no member, with the slugs of the courses. */
  onInvite: (list: StoredList, addresses: readonly string[], slugs: readonly string[]) => void
}

/** Milliseconds without typing before the emails are looked up. */
const PAUSE_MS = 250

/** Looks up members by a pasted list of emails, and grants them courses (rules/members#grant-list). */
export function GrantList({ kept, onClose, onInvite }: GrantListProps) {
  const id = useId()
  const mayInvite = useMay('invites', 'create')
  const { copy, copied } = useCopied()
  const input = useBulkInput('access/list', kept ?? {})
  const { text, courses, day } = input.values
  const titles = useRead('courses/titles')
  const [column, setColumn] = useState<Column>()
  const { addresses, unreadable, heading, failed } = useAddresses(text, column)
  const tooMany = addresses.length > MAX_ADDRESSES
  const wrong = problemText(failed, tooMany ? addresses.length : 0)
  const found = useRead('profiles/by_address', {
    input: { addresses },
    enabled: addresses.length > 0 && !tooMany,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const known = addresses.length > 0 && !tooMany ? found.data : undefined
  const missing = [...(known?.missing ?? [])]

  const invite = () => {
    // The draft is discarded, because the history entry now stores the list.
    input.kept.discard()
    const chosen = (titles.data ?? []).filter((course) => courses.includes(course.id))
    onInvite(
      { text, courses, day },
      missing,
      chosen.map(({ slug }) => slug),
    )
  }

  const unmatched = (
    <Flex vertical gap="middle">
      {unreadable.length > 0 && (
        <Form.Item
          htmlFor={`${id}-unreadable`}
          layout="vertical"
          style={FIELD}
          label={`${formatCount(unreadable.length, "entry isn't an email and is", "entries aren't emails and are")} left out`}
        >
          <Input.TextArea
            id={`${id}-unreadable`}
            readOnly
            autoSize={{ minRows: 1, maxRows: 4 }}
            value={unreadable
              .map(({ at, email }) => `Line ${at}: ${email || '(empty)'}`)
              .join('\n')}
          />
        </Form.Item>
      )}
      {missing.length > 0 && (
        <Form.Item
          htmlFor={`${id}-missing`}
          layout="vertical"
          style={FIELD}
          label={formatCount(
            missing.length,
            "address doesn't belong to a member",
            "addresses don't belong to a member",
          )}
        >
          <Flex vertical gap="small" align="flex-start">
            <Input.TextArea
              id={`${id}-missing`}
              readOnly
              autoSize={{ minRows: 1, maxRows: 4 }}
              value={missing.join('\n')}
            />
            <Flex wrap gap="small">
              <Button icon={<Copy aria-hidden="true" />} onClick={() => copy(missing.join('\n'))}>
                {copied ? 'Copied!' : 'Copy'}
              </Button>
              {mayInvite && <Button onClick={invite}>Invite Them</Button>}
            </Flex>
            {copied === false && <Alert type="error" message={INVITE_MESSAGES.copyFailed.text} />}
          </Flex>
        </Form.Item>
      )}
    </Flex>
  )

  return (
    <BulkDialog
      title="Grant to a List"
      input={input}
      actions={['grant']}
      audience={{ ids: known?.ids ?? [] }}
      size={known?.ids.length ?? 0}
      unused={text.trim() === '' ? null : UNUSED}
      source={
        <>
          <Form.Item
            name="text"
            label="People"
            extra="One email a line, or separated by commas, with or without names."
            style={FIELD}
            {...(wrong && { validateStatus: 'error', help: wrong })}
          >
            <Input.TextArea
              aria-invalid={wrong !== null}
              autoSize={{ minRows: 3, maxRows: 8 }}
              spellCheck={false}
              autoComplete="off"
              placeholder={'ada@example.org\nGrace Hopper <grace@example.org>'}
              onChange={() => setColumn(undefined)}
            />
          </Form.Item>
          {heading && (!heading.sure || column !== undefined) && (
            <EmailColumn
              heading={heading}
              value={column === undefined ? heading.email : column}
              onChange={setColumn}
            />
          )}
          {found.isError && addresses.length > 0 && !tooMany && (
            <ReadFailed title={MEMBER_MESSAGES.listFailed.text} read={found} />
          )}
          <Typography.Text role="status" strong>
            {known
              ? verdict(known.ids.length, missing.length)
              : found.isFetching && 'Looking up...'}
          </Typography.Text>
          {unmatched}
        </>
      }
      onClose={onClose}
      onDone={onClose}
    >
      {unmatched}
    </BulkDialog>
  )
}

const FIELD = { minWidth: 0, margin: 0 }

const UNUSED = {
  discard: 'Discard List',
  sentence: 'This list has not been used. Continue with it or discard it.',
}

interface Addresses extends ReadAddresses {
  failed: boolean
}

const NONE: Addresses = { addresses: [], unreadable: [], heading: null, failed: false }

/** Returns the emails in a text after a pause in typing. */
function useAddresses(text: string, column: Column | undefined): Addresses {
  const [read, setRead] = useState(NONE)
  useEffect(() => {
    let over = false
    const timer = setTimeout(() => {
      addressesIn(text, column).then(
        (answer) => {
          if (over) return
          // The question which column holds the emails stays until a column head of the table answers it.
          const headingOf = (before: Addresses) => (column === null ? before.heading : null)
          setRead((before) => ({
            ...answer,
            heading: answer.heading ?? headingOf(before),
            failed: false,
          }))
        },
        () => {
          if (!over) setRead({ ...NONE, failed: true })
        },
      )
    }, PAUSE_MS)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [text, column])
  return text.trim() === '' ? NONE : read
}

function problemText(failed: boolean, tooMany: number): string | null {
  if (failed) return 'This list could not be read. Reload the page and try again.'
  if (tooMany === 0) return null
  return `This list has ${formatNumber(tooMany)} emails. Up to ${formatNumber(MAX_ADDRESSES)} can be looked up at once.`
}

function verdict(members: number, others: number): string {
  const are = formatCount(members, 'is a member', 'are members')
  return others === 0
    ? `${are}.`
    : `${are}, ${formatNumber(others)} ${others === 1 ? 'is' : 'are'} not.`
}
