import { describe, expect, it } from 'vitest'
import type { DataClient } from '../client'
import { readRepositoryEmails } from './repositories'
import { copiedText } from './repository-table'

describe('emails of the table of repositories (rules/repositories#table)', () => {
  it('are read from all pages, without the emails that the caller may not see', async () => {
    const asked: object[] = []
    const row = (at: number) => ({
      person: { id: `p${at}`, name: `Person ${at}`, email: at === 7 ? null : `p${at}@example.org` },
      ...{ repository: null, result: null },
    })
    const counts = { CONNECTED: 0, FAILING: 0, PASSING: 0, CONNECTING: 0, NEVER: 103 }
    const rpc = (_: string, args: { page: number }) => {
      asked.push(args)
      const rows = Array.from({ length: args.page === 1 ? 100 : 3 }, (_, at) =>
        row((args.page - 1) * 100 + at),
      )
      const answer = { data: { total: 103, counts, rows }, error: null }
      return { abortSignal: () => Promise.resolve(answer) }
    }
    const { emails, people } = await readRepositoryEmails(
      { rpc } as unknown as DataClient,
      { lessonId: 'l1', state: 'NEVER', cohortId: '' },
      new AbortController().signal,
    )
    const of = { lesson_id: 'l1', filter: { state: 'NEVER' }, page_size: 100 }
    expect(asked).toEqual([
      { ...of, page: 1 },
      { ...of, page: 2 },
    ])
    expect(emails).toHaveLength(102)
    expect(emails.at(-1)).toBe('p102@example.org')
    expect(copiedText(emails.length, people)).toBe(
      'Copied the emails of 102 people. You may not see those of 1 more.',
    )
    expect(copiedText(1, 1)).toBe('Copied the emails of 1 person.')
  })
})
