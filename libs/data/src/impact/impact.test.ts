import { describe, expect, test } from 'vitest'
import { communityDeletion } from '../communities/community-impact'
import { type ContentImpact, parseContentImpact } from '../course-editing/content-impact'
import {
  deletionMessages,
  publishMessages,
  unpublishMessages,
} from '../course-editing/impact-messages'
import { disableMessages, roleMessages } from './impact-messages'
import { namesOf, parseNameSummary, peopleText } from './name-summary'

const three = ['Ada Lovelace', 'Alan Turing', 'Grace Hopper']
const twelve = { count: 12, names: three }
const none = { count: 0, names: [] }

describe('the names of people whom an action affects', () => {
  test.each([
    [twelve, 'Ada Lovelace, Alan Turing, Grace Hopper, and 9 more'],
    [{ count: 2, names: ['Ada', 'Alan'] }, 'Ada and Alan'],
    [{ count: 1, names: ['Ada'] }, 'Ada'],
    [{ count: 12_003, names: three }, 'Ada Lovelace, Alan Turing, Grace Hopper, and 12,000 more'],
    [{ count: 12, names: null }, ''],
  ])('are formatted for %o', (named, words) => {
    expect(namesOf(named)).toBe(words)
  })

  test('follow the number of people if the caller may read names', () => {
    expect(peopleText(twelve, 'loses', 'lose this course')).toBe(
      '12 people lose this course: Ada Lovelace, Alan Turing, Grace Hopper, and 9 more.',
    )
    expect(peopleText({ count: 1, names: null }, 'loses it', 'lose it')).toBe('1 person loses it.')
  })

  test('are refused if the answer has an unexpected shape', () => {
    expect(() => parseNameSummary({ count: 1, names: [1] })).toThrow()
    expect(() => parseContentImpact({ touched: none })).toThrow()
  })
})

const impact: ContentImpact = {
  open: true,
  touched: twelve,
  midst: 2,
  communities: { count: 1, names: ['Evenings'] },
  modules: 1,
  lessons: 3,
  learnersWithProgress: 0,
}

describe('the effect on people with access to a course', () => {
  test('names the people who lose a published course, and what else they lose', () => {
    expect(unpublishMessages(impact)).toEqual([
      '12 people lose this course: Ada Lovelace, Alan Turing, Grace Hopper, and 9 more.',
      '2 of them are in the middle of it.',
      'They also lose access to the community Evenings.',
    ])
    expect(deletionMessages('lesson', impact)[0]).toMatch(/^12 people lose this lesson: /)
  })

  test('names nobody who loses a draft', () => {
    const draft = { ...impact, open: false }
    expect(deletionMessages('course', draft)).toEqual([
      '1 module and 3 lessons go with it.',
      'It is not published, so no one loses it now. 12 people would see it: Ada Lovelace, Alan Turing, Grace Hopper, and 9 more.',
      'You can restore it for 30 days.',
    ])
    expect(publishMessages({ ...draft, touched: none })[0]).toMatch(/^No one has access yet/)
  })
})

describe('the effect on a person', () => {
  test('says what another role allows the person, without technical names of rights', () => {
    expect(
      roleMessages({
        gains: ['courses.update.any', 'courses.update.own', 'settings.update.any', 'logs.read.any'],
        loses: [],
        courses: { count: 2, names: ['Git', 'Unix'] },
        builds: true,
        invites: 0,
      }),
    ).toEqual([
      'They can then change the settings and edit every course.',
      'They can then edit 2 courses of their own: Git and Unix.',
    ])
    expect(
      roleMessages({ gains: [], loses: [], courses: null, builds: false, invites: 0 }),
    ).toEqual(['Their rights stay the same.'])
  })

  test('says that the courses of a disabled person stay available', () => {
    expect(
      disableMessages({
        open: 2,
        sessions: 1,
        courses: { count: 1, names: ['Git'] },
        communities: none,
        invites: 3,
      }),
    ).toEqual([
      'They can no longer open 2 courses.',
      '1 session of theirs will end.',
      'They made Git. It stays open to learners; only administrators edit it until the account is enabled again.',
      '3 open invites of theirs can still be accepted.',
    ])
  })
})

test('the text about deleting a community names its members and posts', () => {
  expect(communityDeletion({ touched: twelve, posts: 1 })).toEqual([
    '12 people lose it at once and permanently: Ada Lovelace, Alan Turing, Grace Hopper, and 9 more.',
    '1 post or reply is deleted with it, and so are all reports and bans.',
    'Purchases of it are kept in the records.',
  ])
})
