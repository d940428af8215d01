import { describe, expect, it } from 'vitest'
import { DataError } from '../errors'
import { anAnswer, aQuestion } from '../testing/questions'
import { askerName, audienceLabel, parseAnswer, parseQuestion } from './question'
import { questionFailure, questionMessages } from './question-acts'
import { type LessonQuestions, parseThread, wholeList, wholeThread } from './question-queries'

const json = (value: object) => JSON.parse(JSON.stringify(value))

describe('the answers of the server about questions', () => {
  it('contain questions and answers, with fields that only moderators get', () => {
    const question = aQuestion({ author_id: 'p1', reasons: ['Rude', ''] })
    expect(parseQuestion(json(question))).toEqual(question)
    const { author_id, reasons, ...forReaders } = aQuestion()
    expect(parseQuestion(json(forReaders))).toMatchObject({ author_id, reasons })
    expect(parseAnswer(json(anAnswer({ staff: true })))).toEqual(anAnswer({ staff: true }))
  })

  it('contain no text of a deleted or merged question', () => {
    const gone = { gone: true, id: 'q1', lesson_id: 'l1', answers: 2, created_at: '2026-11-27' }
    expect(parseQuestion({ ...gone, title: 'Secret' })).toEqual(gone)
    expect(parseThread({ merged_into: 'q2', lesson_id: 'l1' })).toEqual({ merged_into: 'q2' })
  })

  it('are refused if their shape is unexpected', () => {
    expect(() => parseQuestion({ ...json(aQuestion()), state: 'LOST' })).toThrow(DataError)
    expect(() => parseThread(null)).toThrow(DataError)
  })
})

describe('the pages of questions and answers', () => {
  const page = (ids: string[], next: string | null): LessonQuestions => ({
    ...{ can_ask: true, banned: false, cohort: null, next },
    questions: ids.map((id) => aQuestion({ id })),
  })

  it('are joined without repeating a question that has moved between two reads', () => {
    const whole = wholeList({ pages: [page(['c', 'b'], 'b'), page(['b', 'a'], null)] })
    expect(whole?.questions.map(({ id }) => id)).toEqual(['c', 'b', 'a'])
    expect(whole?.next).toBeNull()
    expect(wholeList({ pages: [] })).toBeUndefined()
  })

  it('of a thread are joined with the newest version of the question, and end if it was merged', () => {
    const thread = (ids: string[], answers: number, writers: Record<string, boolean>) => ({
      ...{ question: aQuestion({ answers }), accepted: null, next: null, moderation: null },
      answers: ids.map((id) => anAnswer({ id })),
      moderation: { course_id: 'c1', writers },
    })
    const pages = [thread(['1', '2'], 2, { p1: false }), thread(['2', '3'], 3, { p2: true })]
    expect(wholeThread({ pages })).toMatchObject({
      question: { answers: 3 },
      answers: [{ id: '1' }, { id: '2' }, { id: '3' }],
      moderation: { course_id: 'c1', writers: { p1: false, p2: true } },
    })
    expect(wholeThread({ pages: [...pages, { merged_into: 'q2' }] })).toEqual({
      merged_into: 'q2',
    })
  })
})

describe('the texts about questions', () => {
  it('name only people who have a name and an account', () => {
    expect(askerName({ author: ' ', former: false })).toBe('Unnamed User')
    expect(askerName({ author: null, former: true })).toBe('Former member')
    expect(audienceLabel('COHORT', 'Autumn')).toBe('My cohort, Autumn')
  })

  it('show the database’s messages unchanged, and say what to do after other failures', () => {
    const refused = new DataError({ code: 'PT409', message: 'This question is closed.' })
    const tell = (thrown: unknown) => questionFailure(questionMessages.answerFailed, thrown)
    expect(tell(refused)).toBe('This question is closed.')
    expect(tell(new DataError({ code: 'NETWORK' }))).toBe(
      'Failed to send answer. Please check your connection and try again.',
    )
    expect(tell(new DataError({ code: '42501' }))).toMatch(/no longer have permission/)
    expect(tell(new Error('x'))).toBe('Failed to send answer. Please try again.')
  })
})
