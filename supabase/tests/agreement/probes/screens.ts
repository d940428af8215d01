import { courseTree } from '../../wire/course-trees'
import { readsRow } from '../attempts'
import { type ProbesOf, SCREEN_ONLY } from '../terms'
import { personInCohort } from './rows'

export const adminPanel: ProbesOf<'admin_panel'> = { enter: SCREEN_ONLY }

export const moderatorPanel: ProbesOf<'moderator_panel'> = { enter: SCREEN_ONLY }

// The dashboard shows courses, invites and records, each of which has its own probes.
export const dashboard: ProbesOf<'dashboard'> = { read: SCREEN_ONLY }

export const analytics: ProbesOf<'analytics'> = {
  read: {
    relations: ['none'],
    async prepare(scene) {
      const learner = await personInCohort(scene)
      await courseTree(scene.db, { by: scene.me, entitled: [learner] })
      return {
        async attempt(client) {
          const everybody = await readsRow(client.rpc('analytics'))
          const one = await readsRow(client.rpc('member_analytics', { user_id: learner.id }))
          if (one !== everybody) throw new Error('Open in the list and not by name, or the reverse')
          return one
        },
      }
    },
  },
}

export const inbox: ProbesOf<'inbox'> = {
  enter: {
    relations: ['none'],
    async prepare() {
      return { attempt: (client) => readsRow(client.rpc('staff_inbox')) }
    },
  },
}

// Application logs never leave the browser (rules/access#role-table).
export const logs: ProbesOf<'logs'> = {
  read: SCREEN_ONLY,
  clear: SCREEN_ONLY,
  statistics: SCREEN_ONLY,
}
