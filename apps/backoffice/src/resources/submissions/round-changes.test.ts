import { EMPTY_DRAFT } from '@rookies/data/assignments/review-work'
import type { Round } from '@rookies/data/assignments/round'
import { describe, expect, it } from 'vitest'
import { adaptDraft, pairedParts } from './round-changes'

const round = (number: number, text: string | null, code: Round['code'] = []): Round => ({
  id: `r${number}`,
  round: number,
  text,
  code,
  url: null,
  repo_url: null,
  commit_sha: null,
  commit_url: null,
  commit_sought: false,
  files: [],
  note: null,
  submitted_at: '2026-01-01T00:00:00Z',
  made_at: null,
  due_at_then: null,
  due_zone: null,
  late: false,
  waived_at: null,
  connected: false,
  tests: null,
  second_opinion: false,
  unreadable: false,
  review: null,
})

describe('parts of two rounds', () => {
  it('the parts of two rounds are paired by file name, and removed files come last', () => {
    const before = round(1, 'a', [{ name: 'old.js', body: 'x' }])
    const after = round(2, 'b', [{ name: 'new.js', body: 'y\n' }])
    expect(pairedParts(before, after)).toEqual([
      { path: null, before: ['a'], after: ['b'] },
      { path: 'new.js', before: [], after: ['y'] },
      { path: 'old.js', before: ['x'], after: [] },
    ])
  })
})

describe('adapting a draft about an earlier round', () => {
  const remark = (path: string | null, from: number | null, to = from) => ({
    key: `${path} ${from}`,
    path,
    line_from: from,
    line_to: to,
    body: 'Why?',
  })
  const before = round(1, 'a\nb\nc', [{ name: 'main.js', body: 'one\ntwo\nthree' }])
  const after = round(2, 'new\na\nb', [{ name: 'main.js', body: 'one\n2\nthree' }])

  it('adapting a draft moves remarks with unchanged lines, and names the earlier lines in all other remarks', () => {
    const draft = {
      ...EMPTY_DRAFT,
      comment: 'Good',
      remarks: [
        remark(null, 1, 2),
        remark(null, 3),
        remark('main.js', 1, 2),
        remark('gone.js', 4),
        remark(null, null),
      ],
    }
    const carried = adaptDraft(draft, before, after)
    expect(carried.comment).toBe('Good')
    expect(carried.remarks).toMatchObject([
      { path: null, line_from: 2, line_to: 3, body: 'Why?' },
      { path: null, line_from: null, body: 'Round 1, line 3: Why?' },
      { path: null, line_from: null, body: 'Round 1, main.js, lines 1–2: Why?' },
      { path: null, line_from: null, body: 'Round 1, gone.js, line 4: Why?' },
      { path: null, line_from: null, body: 'Why?' },
    ])
  })
})
