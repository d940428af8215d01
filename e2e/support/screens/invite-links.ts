import type { Screen } from '../screens'
import { changeAnswer, withFailedRead } from './mocks'

/** The token of an invite in the seed data: 01 is open, 04 used, 07 expired, 10 cancelled. */
const token = (number: string) => `dd000000-0000-4000-8000-0000000000${number}`
const open = `/invite/${token('01')}`

const cohort = {
  title: 'Autumn 2026',
  starts_on: '2026-11-09',
  time_zone: 'Europe/Vienna',
  courses: ['HTML and CSS from the beginning'],
  full: false,
}

/** The screen behind an invite's link. */
export const inviteLinkScreens: Screen[] = [
  {
    name: 'sign-up-invited',
    as: 'visitor',
    path: `/signup?token=${token('01')}`,
    shows: 'Your invite was sent to this address.',
  },
  { name: 'invite', as: 'visitor', path: open, shows: 'Invited by' },
  {
    name: 'invite-somebody-else',
    like: 'invite',
    as: 'member',
    path: open,
    shows: 'You are signed in as',
  },
  {
    name: 'invite-mine',
    like: 'invite',
    as: 'newcomer',
    path: open,
    shows: 'Accept invite',
    mock: changeAnswer<object>('**/rpc/invite_by_token', (invite) => ({ ...invite, mine: true })),
  },
  {
    name: 'invite-to-cohort',
    as: 'visitor',
    path: open,
    shows: "Ada Okafor, you're invited to",
    mock: changeAnswer<object>('**/rpc/invite_by_token', (invite) => ({
      ...invite,
      name: 'Ada Okafor',
      cohort,
    })),
  },
  {
    name: 'invite-full',
    like: 'invite-expired',
    as: 'visitor',
    path: open,
    shows: 'The cohort of this invite has no seats left.',
    mock: changeAnswer<object>('**/rpc/invite_by_token', (invite) => ({
      ...invite,
      cohort: { ...cohort, full: true },
    })),
  },
  {
    name: 'invite-expired',
    as: 'visitor',
    path: `/invite/${token('07')}`,
    shows: 'This invite has expired.',
  },
  {
    name: 'invite-used',
    as: 'visitor',
    path: `/invite/${token('04')}`,
    shows: 'This invite has already been used.',
  },
  {
    name: 'invite-cancelled',
    as: 'visitor',
    path: `/accept-invite?token=${token('10')}`,
    shows: 'This invite has been cancelled.',
  },
  {
    name: 'invite-unknown',
    as: 'visitor',
    path: '/invite/nonsense',
    shows: 'This invite is not valid.',
  },
  {
    name: 'invite-error',
    as: 'visitor',
    path: open,
    shows: 'The invite could not be opened',
    ...withFailedRead('**/rpc/invite_by_token'),
  },
]
