import {
  type CohortMember,
  isPossible,
  type Membership,
  type PeopleAct,
  shiftText,
} from '@rookies/data/cohorts/cohort-members'
import { behindReasonText, type PersonBehind } from '@rookies/data/cohorts/falling-behind'
import { memberName } from '@rookies/data/members/member-list'
import { dayInWords } from '@rookies/data/time/agreed-text'
import { dayText } from '@rookies/data/time/moment-text'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { CalendarClock, CalendarPlus, Ellipsis, MailPlus } from 'lucide-react'
import { Nothing } from '../../kit/cells'
import { PersonCell } from '../../kit/person-cell'
import type { ChosenPerson } from '../../kit/person-select'
import { Ago } from '../../ui/ago'
import cells from '../../ui/cells.module.css'
import { MenuButton } from '../../ui/menu-button'
import { ProgressLine } from '../../ui/progress-line'
import type { RecordColumn } from '../../ui/record-table'
import { ACTION_ICONS, ACTION_LABELS } from './act-labels'
import { MemberStateBadge } from './state-labels'
import type { PeopleActs } from './use-people-acts'

/**
 * The columns of a cohort's people. `behind` lists who has fallen behind, and why. `acts` is null for readers who may
 * not change the people.
 */
export function peopleColumns(
  acts: PeopleActs | null,
  behind: readonly PersonBehind[],
): RecordColumn<CohortMember>[] {
  const facts: RecordColumn<CohortMember>[] = [
    {
      key: 'name',
      title: 'Name',
      place: 'lead',
      ellipsis: true,
      sort: 'name',
      render: (member) => <PersonCell person={member} unlinked={member.email === ''} />,
    },
    {
      key: 'state',
      title: 'State',
      place: 'left',
      // A wide window has more room for the sentences that say why a person fell behind.
      width: 'clamp(12rem, 22vw - 6rem, 22rem)',
      render: (member) => (
        <>
          <MemberStateBadge state={member.state} />{' '}
          <span className={cells.fact}>{paceText(member)}</span>
          {behind
            .filter(({ id }) => id === member.id)
            .map((one) => (
              <p key={one.reason} className={cells.fact}>
                {behindReasonText(one)}
              </p>
            ))}
        </>
      ),
    },
    {
      key: 'progress',
      title: 'Progress',
      place: 'left',
      width: '10rem',
      render: (member) =>
        member.completed === null ? (
          <Nothing />
        ) : (
          <ProgressLine
            label={`Progress of ${memberName(member)}`}
            completed={member.completed}
            total={member.lessons}
          />
        ),
    },
    {
      key: 'last',
      title: 'Last activity',
      place: 'left',
      named: true,
      width: '7rem',
      render: ({ last_at }) =>
        last_at ? (
          <span className={cells.fact}>
            <Ago at={last_at} />
          </span>
        ) : (
          <Nothing />
        ),
    },
    {
      key: 'joined',
      title: 'Joined',
      place: 'left',
      named: true,
      width: '7.5rem',
      sort: 'joined_at',
      render: ({ joined_at }) => <span className={cells.fact}>{dayText(joined_at)}</span>,
    },
  ]
  return acts ? [...facts, actsColumn(acts)] : facts
}

/** Says how the person's schedule differs from the cohort's. */
function paceText(member: CohortMember): string {
  const { state, shift_days, open_all, paused_on, left_at, removed_by_staff } = member
  return [
    state === 'PAUSED' && paused_on && `since ${dayInWords(paused_on)}`,
    state === 'LEFT' && left_at && `on ${dayText(left_at)}`,
    removed_by_staff && 'taken out by staff',
    open_all ? 'everything open' : shiftText(shift_days),
  ]
    .filter(Boolean)
    .join(', ')
}

function actsColumn(acts: PeopleActs): RecordColumn<CohortMember> {
  return {
    key: 'actions',
    title: <VisuallyHidden>Actions</VisuallyHidden>,
    place: 'corner',
    actions: true,
    width: '4rem',
    align: 'right',
    render: (member) => (
      <MenuButton
        label={`Options for ${memberName(member)}`}
        icon={<Ellipsis aria-hidden="true" />}
        items={personItems(member, acts)}
      />
    ),
  }
}

/** The first actions of the menu: they take effect at once and can be undone. */
const IMMEDIATE_ACTIONS = ['open', 'close'] as const
const CONFIRMED_ACTIONS = [
  'pause',
  'resume',
  'graduate',
  'return',
  'leave',
] as const satisfies PeopleAct[]

/** Returns the actions that are possible for one person, as the items of a menu. */
export function personItems(member: ChosenPerson & Membership, acts: PeopleActs) {
  const asked = (act: PeopleAct) => ({
    key: act,
    icon: ACTION_ICONS[act],
    label: ACTION_LABELS[act],
    danger: act === 'leave',
    onClick: () => acts.ask(act, [member], [member.id]),
  })
  const { extend, write } = acts
  return [
    ...IMMEDIATE_ACTIONS.filter((act) => isPossible(act, member)).map((act) => ({
      key: act,
      icon: ACTION_ICONS[act],
      label: ACTION_LABELS[act],
      onClick: () => acts.now(act, member),
    })),
    ...(isPossible('shift', member)
      ? [
          {
            key: 'week',
            icon: <CalendarPlus aria-hidden="true" />,
            label: 'One Week Later',
            onClick: () => acts.now('shift', member, 7),
          },
          asked('shift'),
        ]
      : []),
    ...(write && member.state !== 'LEFT'
      ? [
          {
            key: 'write',
            icon: <MailPlus aria-hidden="true" />,
            label: 'Write a Message…',
            onClick: () => write(member),
          },
        ]
      : []),
    ...(extend && member.state !== 'LEFT'
      ? [
          {
            key: 'extend',
            icon: <CalendarClock aria-hidden="true" />,
            label: 'Give More Time…',
            onClick: () => extend(member),
          },
        ]
      : []),
    ...CONFIRMED_ACTIONS.filter((act) => isPossible(act, member)).map(asked),
  ]
}
