import { EMPTY_TESTS, testPart } from '@rookies/data/assignments/edit-tests'
import { describe, expect, it } from 'vitest'
import { readLesson } from './read-lesson'

const file = (keys: string) =>
  readLesson('a.md', `---\ntitle: A page\ntype: assignment\n${keys}---\nBuild it.`)
const read = (keys: string) => {
  const { lesson, remarks } = file(keys)
  return {
    ...lesson?.assignment,
    remarks: remarks.map(({ line, message, about }) => [line, message, ...(about ? [about] : [])]),
  }
}

describe('an assignment in a file (rules/courses#export)', () => {
  it('has its brief in the body, and defaults for missing keys', () => {
    const { lesson } = file('')
    expect(lesson).toMatchObject({ content_type: 'ASSIGNMENT', content: 'Build it.' })
    expect(lesson?.assignment).toEqual({
      accepts: ['TEXT'],
      due_day: null,
      due_time: '18:00',
      late: 'MARKED',
      cutoff_days: null,
      blind: false,
      ...testPart(EMPTY_TESTS),
      rubric: [],
      ...testPart(EMPTY_TESTS),
    })
  })

  it('accepts the spellings that people use', () => {
    expect(
      read(`accepts: Link, text
due_day: 7
due_time: 9:30
late: shut
cutoff_days: 3
rubric:
  - title: Works
    essential: true
    levels:
      - title: Not yet
        points: 0
      - title: 2
        points: 1.5
        meaning: "All: tests pass"
`),
    ).toEqual({
      accepts: ['TEXT', 'LINK'],
      due_day: 7,
      due_time: '09:30',
      late: 'SHUT',
      cutoff_days: 3,
      blind: false,
      ...testPart(EMPTY_TESTS),
      rubric: [
        {
          title: 'Works',
          essential: true,
          levels: [
            { title: 'Not yet', points: 0, meaning: '' },
            { title: '2', points: 1.5, meaning: 'All: tests pass' },
          ],
        },
      ],
      remarks: [],
      ...testPart(EMPTY_TESTS),
    })
    expect(read('due_time: end of day\n').due_time).toBeNull()
  })

  it('reports invalid values and unknown keys', () => {
    expect(read('accepts: song\ndue_day: soon\nlate: never\nmarks: 3\n').remarks).toEqual([
      [
        4,
        'The value of "accepts" is not a list of text, code, link, repository and file, with commas between them and was ignored.',
      ],
      [5, 'The value of "due_day" is not a number of days from 0 to 3650 and was ignored.'],
      [6, 'The value of "late" is not marked or shut and was ignored.'],
      [7, 'An unknown front matter key was ignored.', 'marks'],
    ])
    const levels = 'levels: [{ title: A, colour: red }, { title: B }]'
    expect(read(`rubric:\n  - title: Works\n    weight: 3\n    ${levels}\n`).remarks).toEqual([
      [4, 'An unknown key of a rubric was ignored.', 'weight'],
      [4, 'An unknown key of a rubric was ignored.', 'colour'],
    ])
  })

  it('leaves out criteria that the database would refuse, so that the rest is imported', () => {
    const good = '  - { title: Works, levels: [{ title: A }, { title: B }] }'
    const { rubric, remarks } = read(
      `rubric:\n${good}\n  - { title: Short, levels: [{ title: A }] }\n  - { title: Points, levels: [{ title: A, points: many }, { title: B }] }\n`,
    )
    expect(rubric?.map(({ title }) => title)).toEqual(['Works'])
    expect(remarks).toEqual([
      [4, 'A criterion has two to six levels: the criterion "Short" was left out.'],
      [4, 'Points go from 0 to 1,000: the criterion "Points" was left out.'],
    ])
  })

  it('does not accept links and repositories if reviews are blind', () => {
    const { accepts, blind, remarks } = read('accepts: repository\nblind: true\n')
    expect({ accepts, blind }).toEqual({ accepts: ['TEXT'], blind: true })
    expect(remarks).toEqual([
      [5, 'A blind assignment takes no link and no repository, because they name their owner.'],
    ])
    expect(read('cutoff_days: 3\n').remarks).toEqual([
      [4, '"cutoff_days" counts only with "late: shut" and was ignored.'],
    ])
  })

  it('is read only if the front matter contains `type: assignment`', () => {
    const { lesson, remarks } = readLesson('a.md', '---\ntype: text\ndue_day: 3\n---\nRead it.')
    expect(lesson?.assignment).toBeUndefined()
    expect(remarks.map(({ message }) => message)).toEqual([
      '"due_day" counts only with "type: assignment".',
    ])
  })
})
