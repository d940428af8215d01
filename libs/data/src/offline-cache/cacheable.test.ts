import { describe, expect, it } from 'vitest'
import { courseKeys } from '../course-viewing/outline'
import { libraryKeys } from '../library/library-query'
import { aCourse } from '../testing/courses'
import { account } from '../testing/offline-cache'
import { cacheableData, cacheableKind, coursesInProgress } from './cacheable'

describe('the data in the offline cache', () => {
  it('contains the account without phone and notifications, and only those lessons that are texts', () => {
    const boot: unknown = cacheableData({
      kind: 'boot',
      data: {
        ...{ permissions: [], communities: true, community_news: 0, bell: { unread: 2 } },
        account: {
          ...account('ada'),
          state: 'ACTIVE',
          role: 'MEMBER',
          time_zone: null,
          aal_required: false,
        },
        settings: {
          ...{ site_name: 'Rookies', site_description: '', contact_email: '' },
          ...{ allow_registration: true, require_email_verification: false },
          ...{
            enable_two_factor: false,
            maintenance_mode: false,
            creators_admin_panel: false,
            accent: 'green',
            logo: '',
          },
        },
      },
    })
    expect(boot).toMatchObject({ bell: null, account: { id: 'ada', phone: null } })
  })

  it('contains no answer of a screen that needs a connection', () => {
    expect(cacheableKind(courseKeys.lesson('a'))).toBe('lesson')
    expect(cacheableKind(libraryKeys.freePreviews())).toBeNull()
    for (const key of [['session'], ['account', 'profile'], ['search', 'git'], courseKeys.all]) {
      expect(cacheableKind(key)).toBeNull()
    }
  })

  it('contains the texts of courses that the person has begun and not finished', () => {
    const library = [
      aCourse('begun'),
      aCourse('finished', { completed: 3 }),
      aCourse('watched', { completed: 0, last_activity_at: '2026-01-01T00:00:00Z' }),
      aCourse('opened', { completed: 0 }),
      aCourse('new', { completed: 0 }),
      aCourse('ended', { ended: true }),
    ]
    const found = coursesInProgress(library, (slug) => slug === 'opened')
    expect(found.map(({ slug }) => slug)).toEqual(['begun', 'watched', 'opened'])
  })
})
