import type { RequiredPermission } from '@rookies/data/access/resources'
import { Bell, ListPlus, type LucideIcon, Mail, Plus } from 'lucide-react'
import { INVITE_MANY } from '../../people/invite-address'
import { newAddress } from '../new-address'
import type { Panel } from '../panel-resource'

/** A command that opens a dialog, which a button of a list opens too. */
interface DialogAct {
  id: string
  label: string
  icon: LucideIcon
  synonyms: string
  /** The resource whose list has the button. */
  of: { panel: Panel; name: string }
  need: RequiredPermission
  to: string
}

const INVITES: RequiredPermission = { resource: 'invites', action: 'create' }

/**
 * The commands of the palette that open a dialog (rules/interface#palette). `PANEL_RESOURCES` has the commands that open
 * a screen or begin an export.
 */
export const DIALOG_ACTS: readonly DialogAct[] = [
  {
    id: 'create-course',
    label: 'Create New Course',
    icon: Plus,
    synonyms: 'add',
    of: { panel: 'admin', name: 'courses' },
    need: { resource: 'courses', action: 'create' },
    to: newAddress('/admin/courses', 'course'),
  },
  {
    id: 'create-cohort',
    label: 'Create Cohort',
    icon: Plus,
    synonyms: 'add new group class bootcamp',
    of: { panel: 'admin', name: 'cohorts' },
    need: { resource: 'cohorts', action: 'create' },
    to: newAddress('/admin/cohorts', 'cohort'),
  },
  {
    id: 'create-community',
    label: 'Create Community',
    icon: Plus,
    synonyms: 'add new',
    of: { panel: 'admin', name: 'communities' },
    need: { resource: 'communities', action: 'create' },
    to: newAddress('/admin/communities', 'community'),
  },
  {
    id: 'create-invite',
    label: 'Create Invite',
    icon: Mail,
    synonyms: 'add person email',
    of: { panel: 'admin', name: 'invites' },
    need: INVITES,
    to: newAddress('/admin/invites', 'invite'),
  },
  {
    id: 'invite-many',
    label: 'Invite Many',
    icon: ListPlus,
    synonyms: 'add class list people emails',
    of: { panel: 'admin', name: 'invites' },
    need: INVITES,
    to: INVITE_MANY.admin,
  },
  {
    id: 'invite-many-moderator',
    label: 'Invite Many',
    icon: ListPlus,
    synonyms: 'add class list people emails',
    of: { panel: 'moderator', name: 'profiles' },
    need: INVITES,
    to: INVITE_MANY.moderator,
  },
  {
    id: 'record-purchase',
    label: 'Record Purchase',
    icon: Plus,
    synonyms: 'add payment bank transfer scholarship',
    of: { panel: 'admin', name: 'purchases' },
    need: { resource: 'purchases', action: 'create' },
    to: newAddress('/admin/purchases', 'purchase'),
  },
  {
    id: 'send-notification',
    label: 'Send Notification',
    icon: Bell,
    synonyms: 'message announce tell everybody',
    of: { panel: 'admin', name: 'notifications' },
    need: { resource: 'notifications', action: 'create' },
    to: newAddress('/admin/notifications', 'notification'),
  },
]
