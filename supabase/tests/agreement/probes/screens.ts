import { type ProbesOf, SCREEN_ONLY } from '../terms'

export const adminPanel: ProbesOf<'admin_panel'> = { enter: SCREEN_ONLY }

export const moderatorPanel: ProbesOf<'moderator_panel'> = { enter: SCREEN_ONLY }

// A screen over courses, invites and the audit, each of which has its own probes.
export const dashboard: ProbesOf<'dashboard'> = { read: SCREEN_ONLY }

// A screen over entitlements and completions, likewise.
export const analytics: ProbesOf<'analytics'> = { read: SCREEN_ONLY }

// Application logs never leave the browser (decisions, section 7).
export const logs: ProbesOf<'logs'> = {
  read: SCREEN_ONLY,
  clear: SCREEN_ONLY,
  statistics: SCREEN_ONLY,
}
