import { describe, expect, it } from 'vitest'
import { assignmentText, parseAssignmentPart } from './assignment-part'
import {
  type AssignmentValues,
  assignmentError,
  assignmentPart,
  assignmentProblems,
  assignmentValues,
  criterionProblems,
  EMPTY_ASSIGNMENT,
  isAssignmentValues,
  newCriterion,
  typedRubric,
  withBlind,
  withMoved,
} from './edit-assignment'
import { EMPTY_TESTS, testPart } from './edit-tests'

const criterion = {
  id: 'c1',
  title: 'Works',
  essential: true,
  levels: [
    { title: 'Not yet', points: '0', meaning: '' },
    { title: 'Works', points: '2,5', meaning: ' As asked. ' },
  ],
}
const form = (part: Partial<AssignmentValues> = {}): AssignmentValues => ({
  ...EMPTY_ASSIGNMENT,
  ...part,
})

describe('the form of an assignment (rules/assignments#assignment)', () => {
  const stored = {
    accepts: ['FILE', 'TEXT'],
    due_day: 7,
    due_time: '18:00:00',
    late: 'SHUT',
    cutoff_days: 3,
    blind: true,
    ...testPart(EMPTY_TESTS),
  } as const

  it('shows a stored assignment, and saves it unchanged', () => {
    const values = assignmentValues({ ...stored, accepts: [...stored.accepts] }, [
      {
        id: 'c1',
        title: 'Works',
        essential: false,
        levels: [
          { title: 'No', points: 0, meaning: null },
          { title: 'Yes', points: null, meaning: 'As asked.' },
        ],
      },
    ])
    expect(values).toMatchObject({ accepts: ['TEXT', 'FILE'], due_day: '7', due_time: '18:00' })
    expect(assignmentPart(values)).toEqual({
      ...stored,
      accepts: ['TEXT', 'FILE'],
      due_time: '18:00',
      rubric: [
        {
          id: 'c1',
          title: 'Works',
          essential: false,
          levels: [
            { title: 'No', points: 0, meaning: '' },
            { title: 'Yes', points: null, meaning: 'As asked.' },
          ],
        },
      ],
    })
    expect(assignmentError(values)).toBeNull()
  })

  it('saves a cutoff only if late work is refused, and no id for a new criterion', () => {
    const fresh = { ...criterion, id: 'temp-1' }
    const part = assignmentPart(form({ cutoff_days: '3', rubric: [fresh] }))
    expect(part.cutoff_days).toBeNull()
    expect(part.rubric[0]).toEqual({
      title: 'Works',
      essential: true,
      levels: [
        { title: 'Not yet', points: 0, meaning: '' },
        { title: 'Works', points: 2.5, meaning: 'As asked.' },
      ],
    })
  })

  it.each([
    [{ accepts: [] }, { accepts: 'Choose what people hand in.' }],
    [{ due_day: '-1' }, { due_day: 'A day is a number from 0 to 3,650.' }],
    [{ due_day: '3651' }, { due_day: 'A day is a number from 0 to 3,650.' }],
    [{ due_time: '24:00' }, { due_time: 'A time is written like 18:00.' }],
    [{ late: 'SHUT', cutoff_days: '366' }, { cutoff_days: 'Choose at most a year.' }],
    [{ late: 'MARKED', cutoff_days: '366' }, {}],
    [
      { blind: true, accepts: ['LINK'] },
      {
        blind: 'A blind assignment takes no link and no repository, because they name their owner.',
      },
    ],
    [{ due_day: '', due_time: '' }, {}],
  ] as const)('refuses %j with %j', (part, problems) => {
    expect(assignmentProblems(form(structuredClone(part) as Partial<AssignmentValues>))).toEqual(
      problems,
    )
  })

  it('no longer accepts links and repositories when it becomes blind', () => {
    const open = form({ accepts: ['TEXT', 'LINK', 'REPOSITORY'] })
    expect(withBlind(open, true)).toMatchObject({ blind: true, accepts: ['TEXT'] })
    expect(withBlind(form({ accepts: ['LINK'] }), true).accepts).toEqual(['TEXT'])
    expect(withBlind(open, false).accepts).toEqual(open.accepts)
  })

  it('is restored from a draft only if the draft has the right shape', () => {
    expect(isAssignmentValues(form({ rubric: [criterion] }))).toBe(true)
    expect(isAssignmentValues({ ...EMPTY_ASSIGNMENT, accepts: ['SONG'] })).toBe(false)
    expect(isAssignmentValues({ ...EMPTY_ASSIGNMENT, rubric: [{ id: 'x' }] })).toBe(false)
    expect(isAssignmentValues(null)).toBe(false)
    const { grader: _, tests_do: __, ...older } = EMPTY_ASSIGNMENT
    expect(isAssignmentValues(older)).toBe(true)
    expect(isAssignmentValues({ ...older, paths: ['src'] })).toBe(false)
    expect(isAssignmentValues({ ...older, tests_do: 'NOTHING' })).toBe(false)
  })

  it('is formatted as lines of text for comparing versions', () => {
    const text = assignmentText(assignmentPart(form({ due_day: '7', rubric: [criterion] })))
    expect(text).toBe(
      'Accepts: Text\nDue: day 7, 18:00\nLate work: accepted\nBlind: No\nCriterion: Works (essential)\n- Not yet (0)\n- Works (2.5): As asked.',
    )
    expect(() => parseAssignmentPart({ accepts: ['SONG'] })).toThrow()
  })
})

describe('a rubric in the form (rules/assignments#rubric)', () => {
  it('gives a new criterion the levels of the last one without their meanings', () => {
    expect(newCriterion([]).levels.map(({ title, points }) => [title, points])).toEqual([
      ['Not yet', '0'],
      ['Good', '1'],
      ['Excellent', '2'],
    ])
    expect(newCriterion([criterion]).levels).toEqual([
      { title: 'Not yet', points: '0', meaning: '' },
      { title: 'Works', points: '2,5', meaning: '' },
    ])
  })

  it('does not save a new criterion that was not filled in', () => {
    const rubric = [criterion, newCriterion([criterion])]
    expect(typedRubric({ rubric }).map(({ id }) => id)).toEqual(['c1'])
    expect(assignmentError(form({ rubric }))).toBeNull()
    // A stored criterion without a title is a mistake, so it is reported and not left out.
    expect(assignmentError(form({ rubric: [{ ...criterion, title: ' ' }] }))).toBe(
      'A criterion needs a title',
    )
  })

  it.each([
    [{ title: 'x'.repeat(101) }, 'A criterion needs a title of at most 100 characters'],
    [{ levels: [{ title: '', points: '', meaning: '' }] }, 'A level needs a title'],
    [{ levels: [{ title: 'A', points: '1001', meaning: '' }] }, 'Points go from 0 to 1,000'],
    [{ levels: [{ title: 'A', points: 'many', meaning: '' }] }, 'Points go from 0 to 1,000'],
    [
      { levels: [{ title: 'A', points: '', meaning: 'x'.repeat(501) }] },
      'A meaning must be at most 500 characters',
    ],
  ])('refuses the criterion %j', (part, problem) => {
    const wrong = { ...criterion, ...part }
    expect(criterionProblems(wrong)).not.toBeNull()
    expect(assignmentError(form({ rubric: [wrong] }))).toBe(problem)
  })

  it('moves a criterion to another position', () => {
    const items = ['a', 'b', 'c'].map((id) => ({ id }))
    const order = (id: string, to: number) => withMoved(items, id, to).map((item) => item.id)
    expect(order('c', 0)).toEqual(['c', 'a', 'b'])
    expect(order('a', 1)).toEqual(['b', 'a', 'c'])
    expect(order('a', -1)).toEqual(['a', 'b', 'c'])
    expect(order('c', 3)).toEqual(['a', 'b', 'c'])
  })
})
