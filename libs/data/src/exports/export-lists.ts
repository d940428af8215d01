import type { JsonObject } from '../json'
import { moneyCell } from '../money'
import type { Cell } from './csv'

/** The heading of a column, and the format of its cells. */
interface Column {
  label: string
  /** Whether the values are points in time. */
  moment?: true
  cell?: (row: JsonObject) => Cell
}

export type ColumnsOfList = Readonly<Record<string, Column>>

/** Columns by their names in the database, which decides which of them a person gets. */
export const EXPORT_COLUMNS = {
  members: {
    id: { label: 'ID' },
    name: { label: 'Name' },
    email: { label: 'Email' },
    phone: { label: 'Phone' },
    role: { label: 'Role' },
    status: { label: 'Status' },
    joined: { label: 'Joined', moment: true },
    courses: { label: 'Courses' },
  },
  invites: {
    id: { label: 'ID' },
    email: { label: 'Email' },
    role: { label: 'Role' },
    status: { label: 'Status' },
    courses: { label: 'Courses' },
    cohort: { label: 'Cohort' },
    inviter: { label: 'Invited by' },
    created: { label: 'Created', moment: true },
    expires: { label: 'Expires', moment: true },
    redeemed: { label: 'Redeemed', moment: true },
    cancelled: { label: 'Cancelled', moment: true },
  },
  purchases: {
    id: { label: 'ID' },
    date: { label: 'Date', moment: true },
    status: { label: 'Status' },
    amount: { label: 'Amount', cell: ({ amount, currency }) => moneyCell(amount, currency) },
    refunded: {
      label: 'Refunded',
      cell: ({ refunded, currency }) => moneyCell(refunded, currency),
    },
    currency: { label: 'Currency' },
    provider: { label: 'Provider' },
    ref: { label: 'Ref' },
    name: { label: 'Name' },
    email: { label: 'Email' },
    item: { label: 'Item' },
    reason: { label: 'Reason' },
    refund_reason: { label: 'Refund reason' },
    buyer_email: { label: 'Email of a buyer without a member' },
  },
  analytics: {
    id: { label: 'ID' },
    name: { label: 'Name' },
    email: { label: 'Email' },
    courses: { label: 'Courses' },
    ended: { label: 'Courses ended' },
    completed: { label: 'Completed lessons' },
    total: { label: 'Total lessons' },
    percent: { label: 'Progress (%)' },
    last_activity: { label: 'Last activity', moment: true },
  },
  cohorts: {
    id: { label: 'ID' },
    title: { label: 'Title' },
    slug: { label: 'Slug' },
    state: { label: 'State' },
    time_zone: { label: 'Time zone' },
    starts_on: { label: 'First day' },
    ends_on: { label: 'Last day' },
    access_ends_on: { label: 'Access ends' },
    seats: { label: 'Seats' },
    people: { label: 'People' },
    paused: { label: 'Paused' },
    graduated: { label: 'Graduated' },
    left: { label: 'Left' },
    courses: { label: 'Courses' },
    staff: { label: 'Staff' },
  },
  cohort_members: {
    id: { label: 'ID' },
    name: { label: 'Name' },
    email: { label: 'Email' },
    state: { label: 'State' },
    joined: { label: 'Joined', moment: true },
    left: { label: 'Left', moment: true },
    shift_days: { label: 'Days later' },
    open_all: { label: 'Everything open' },
    paused_on: { label: 'Paused since' },
    opened: { label: 'Open lessons' },
    opened_done: { label: 'Open lessons completed' },
    completed: { label: 'Completed lessons' },
    total: { label: 'Total lessons' },
    percent: { label: 'Progress (%)' },
    last_activity: { label: 'Last activity', moment: true },
  },
  reviews: {
    id: { label: 'ID' },
    assignment: { label: 'Assignment' },
    course: { label: 'Course' },
    cohort: { label: 'Cohort' },
    person: { label: 'Person' },
    round: { label: 'Round' },
    state: { label: 'State' },
    handed_in: { label: 'Handed in', moment: true },
    due: { label: 'Was due', moment: true },
    late: { label: 'Late' },
    waiting_since: { label: 'Waiting since', moment: true },
    verdict: { label: 'Last verdict' },
    reviewed: { label: 'Last reviewed', moment: true },
    reviewer: { label: 'Last reviewer' },
  },
  audit_logs: {
    id: { label: 'ID' },
    time: { label: 'Time', moment: true },
    action: { label: 'Action' },
    target_type: { label: 'Target Type' },
    target_id: { label: 'Target ID' },
    title: { label: 'Title' },
    user_id: { label: 'User ID' },
    user: { label: 'User' },
    actor: { label: 'Actor' },
    ip_address: { label: 'IP Address' },
    user_agent: { label: 'User Agent' },
    before: { label: 'Before' },
    after: { label: 'After' },
  },
  notifications: {
    id: { label: 'ID' },
    type: { label: 'Type' },
    title: { label: 'Title' },
    message: { label: 'Message' },
    recipient: { label: 'Recipient' },
    recipient_email: { label: 'Recipient Email' },
    sender: { label: 'Sender' },
    important: { label: 'Important' },
    link: { label: 'Button URL' },
    link_label: { label: 'Button Text' },
    created: { label: 'Created', moment: true },
    appears: { label: 'Send at', moment: true },
    ends: { label: 'Ends at', moment: true },
    read: { label: 'Read', moment: true },
  },
} as const satisfies Readonly<Record<string, ColumnsOfList>>

/** The database's name of a list that can be exported. */
export type ExportList = keyof typeof EXPORT_COLUMNS
