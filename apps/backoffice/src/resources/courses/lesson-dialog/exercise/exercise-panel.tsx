import type { LessonField } from '@rookies/data/course-editing/lesson-form'
import {
  type ExerciseValues,
  exercisePart,
  inLanguage,
  newExercise,
} from '@rookies/data/exercises/exercise-form'
import {
  EXERCISE_LIMITS,
  exerciseProblems,
  LANGUAGE_NAMES,
  LANGUAGES,
} from '@rookies/data/exercises/exercise-part'
import { formatNumber } from '@rookies/data/wording'
import { HIDDEN_PATH, TESTS_PATH } from '@rookies/exercise-engine/test-files'
import { CodeEditor } from '@rookies/ui/code/code-editor'
import { Flex, Form, Input, Radio, Segmented, Switch } from 'antd'
import { useState } from 'react'
import typography from '../../typography.module.css'
import { controlId, fieldElement } from '../form-fields'
import { useLessonForm } from '../lesson-context'
import sheet from '../lesson-form.module.css'
import { TextPanel } from '../text-panel'
import { type CodePlace, placeOfFailure, placeOfProblem } from './code-place'
import styles from './exercise.module.css'
import { FilesEditor } from './files-editor'
import { HintsEditor } from './hints-editor'
import { PagePreview } from './page-preview'
import { Proof } from './proof'
import { SavedPage } from './saved-page'
import { solutionSide } from './trial-messages'
import { TrialResults } from './trial-results'
import { useTrial } from './use-trial'

type Side = 'files' | 'solution'
type Tests = 'tests' | 'hidden'

const SIDES = { files: 'Starter', solution: 'Solution' } as const
const TESTS = {
  tests: { label: 'Shown tests', file: TESTS_PATH, about: 'Learners read and run these tests.' },
  hidden: {
    label: 'Hidden tests',
    file: HIDDEN_PATH,
    about: 'Only the server runs these tests. Learners see the title of one that fails.',
  },
} as const
const SIDES_ABOUT = {
  CODE: {
    files: 'The files that learners begin with. They must fail a test.',
    practice: 'The files that learners begin with. They may pass all tests.',
    solution: 'Files that pass all tests. Learners see them after passing.',
  },
  PAGE: {
    files: 'The files that learners begin with. They should fail a check.',
    practice: 'The files that learners begin with. They may pass all checks.',
    solution: 'Files that pass all checks. Learners see them after completing the lesson.',
  },
} as const

/**
 * Edits the brief, the code, and the tests of an exercise, and asks the server to check it
 * (rules/courses#lesson-form).
 */
export default function ExercisePanel() {
  const { formId, slug, lessonId, editor, values } = useLessonForm()
  const [begun] = useState(newExercise)
  const form = values.exercise ?? begun
  const isPage = form.language === 'PAGE'
  const practice = form.practice ?? false
  const trial = useTrial(form)
  const [side, setSide] = useState<Side>('solution')
  const [chosen, setTests] = useState<Tests>('tests')
  // An exercise of the language Page has no hidden tests.
  const tests = isPage ? 'tests' : chosen
  const [open, setOpen] = useState<Record<Side, string | null>>({ files: null, solution: null })
  const [at, setAt] = useState<CodePlace | null>(null)
  const [isPageShown, setPageShown] = useState(false)
  const id = controlId(formId, 'exercise')
  const part = exercisePart(form)
  const problems = editor.errors.exercise ? exerciseProblems(part) : {}

  const change = (part: Partial<ExerciseValues>) =>
    editor.amend((before) => ({ exercise: { ...(before.exercise ?? begun), ...part } }))
  const changeCode = (part: Partial<ExerciseValues>) => {
    change(part)
    trial.changed()
    if (part.files || part.solution) setPageShown(true)
  }
  // Each file gets its own editor. An editor that opens later must not go to the earlier place and take the focus.
  const showSide = (next: Side) => {
    setSide(next)
    setAt(null)
  }
  const showTests = (next: Tests) => {
    setTests(next)
    setAt(null)
  }
  const openFile = (file: string) => {
    setOpen((before) => ({ ...before, [side]: file }))
    setAt(null)
  }
  const goTo = (place: CodePlace) => {
    if (place.part === 'files' || place.part === 'solution') {
      const { part, path } = place
      setSide(part)
      const file = form[part].find((each) => each.path === path)
      setOpen((before) => ({ ...before, [part]: file?.id ?? null }))
    } else setTests(place.part)
    setAt(place)
  }
  const placeLink = (place: CodePlace | null) =>
    place && { label: `${place.path}, line ${place.line}`, go: () => goTo(place) }
  const failures = trial.trial ? solutionSide(trial.trial).failures : []
  const marked = failures.flatMap(({ tests: of, problem }) => {
    const place = problem && placeOfFailure(form, 'solution', of, problem)
    return place ? [place] : []
  })
  const marksOf = (part: CodePlace['part'], path: string) =>
    marked.filter((one) => one.part === part && one.path === path).map(({ line }) => line)
  /** Goes to the field that keeps the lesson from being saved. */
  const focusWrong = (wrong: LessonField | null) => {
    if (wrong) requestAnimationFrame(() => fieldElement(formId, wrong)?.focus())
  }
  const shownTests = TESTS[tests]
  const publishing = {
    id: `${id}-proof`,
    stored: editor.exercise,
    dirty: editor.dirty,
    busy: editor.saving,
    hasResult: editor.hasResult,
    sawResult: editor.sawResult,
    lesson: lessonId === null ? null : { slug, id: lessonId },
  }

  return (
    <Flex vertical gap={20} id={id} tabIndex={-1} className={sheet.panel}>
      <TextPanel label="Brief" preview="Brief as learners see it" />
      <section aria-labelledby={`${id}-code`}>
        <h3 id={`${id}-code`}>Code and tests</h3>
        <Flex wrap gap="0 2rem">
          <Form.Item label="Language">
            <Radio.Group
              value={form.language}
              onChange={({ target }) => {
                const language = LANGUAGES.find((one) => one === target.value)
                if (!language) return
                changeCode(inLanguage(form, language))
                setAt(null)
              }}
              options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            />
          </Form.Item>
          <NumberField
            id={`${id}-time`}
            label="Time limit in milliseconds"
            problem={problems.time_ms}
            extra={`For all ${isPage ? 'checks' : 'tests of a run'} together, at most ${formatNumber(EXERCISE_LIMITS.maxTime)}.`}
            value={form.time_ms}
            onChange={(time_ms) => changeCode({ time_ms })}
          />
          <Form.Item
            label="Practice"
            htmlFor={`${id}-practice`}
            extra={
              <span id={`${id}-practice-about`}>
                {`Learners improve code that works: the starter may pass all ${isPage ? 'checks' : 'tests'}.`}
              </span>
            }
          >
            <Switch
              id={`${id}-practice`}
              aria-describedby={`${id}-practice-about`}
              checked={practice}
              onChange={(next) => change({ practice: next })}
            />
          </Form.Item>
        </Flex>
        {/* The form disables its fields during a save, but not the code editors. Text typed there would be lost. */}
        <div className={styles.beside} inert={editor.saving}>
          <Flex vertical gap="small" className={styles.column}>
            <Segmented
              aria-label="Code"
              value={side}
              onChange={showSide}
              options={(['solution', 'files'] as const).map((value) => ({
                value,
                label: SIDES[value],
              }))}
            />
            <p className={typography.muted}>
              {
                SIDES_ABOUT[isPage ? 'PAGE' : 'CODE'][
                  side === 'files' && practice ? 'practice' : side
                ]
              }
            </p>
            <FilesEditor
              key={side}
              id={`${id}-${side}`}
              name={SIDES[side]}
              language={form.language}
              files={form[side]}
              problem={problems[side]}
              open={open[side]}
              onOpen={openFile}
              onChange={(files) => changeCode({ [side]: files })}
              marksOf={(path) => marksOf(side, path)}
              at={at?.part === side ? at : null}
              onRun={trial.run}
            />
          </Flex>
          {isPage && (
            <PagePreview
              label={`Preview of ${SIDES[side]}`}
              files={part[side]}
              isAsked={isPageShown}
              onAsk={() => setPageShown(true)}
              goTo={(problem) => placeLink(placeOfFailure(form, side, 'tests', problem))}
            />
          )}
          <Flex vertical gap="small" className={styles.column} data-whole={isPage}>
            {isPage ? (
              <h4>Checks</h4>
            ) : (
              <Segmented
                aria-label="Tests"
                value={tests}
                onChange={showTests}
                options={(['tests', 'hidden'] as const).map((value) => ({
                  value,
                  label: TESTS[value].label,
                }))}
              />
            )}
            <p className={typography.muted}>
              {isPage
                ? 'Tests that look at the page through document and window. Learners read them and run them in their browser.'
                : shownTests.about}
            </p>
            <CodeEditor
              key={tests}
              label={shownTests.file}
              name={shownTests.file}
              value={form[tests]}
              marks={marksOf(tests, shownTests.file)}
              at={at?.part === tests ? at : undefined}
              onRun={trial.run}
              onChange={(text) => changeCode({ [tests]: text })}
            />
            {problems[tests] && (
              <p role="alert" className={typography.problem}>
                {problems[tests]}
              </p>
            )}
            <p className={typography.muted}>
              Tab indents. To leave an editor, press Escape and then Tab.
            </p>
          </Flex>
        </div>
        <TrialResults
          isPage={isPage}
          practice={practice}
          trial={trial.trial}
          isReady={trial.isReady}
          running={trial.running}
          onRun={trial.run}
          goTo={(ran, { tests: of, problem }) =>
            placeLink(problem && placeOfFailure(form, ran, of, problem))
          }
        />
        <div ref={trial.place} />
      </section>
      <HintsEditor
        id={`${id}-hints`}
        hints={form.hints}
        counted={isPage ? 'checks' : 'runs'}
        problem={problems.hints}
        onChange={(hints) => change({ hints })}
      />
      {!isPage && (
        <NumberField
          id={`${id}-solution-after`}
          label="Show the solution after failed runs"
          problem={problems.solution_after}
          extra="If it is empty, learners see the solution only after they have passed."
          value={form.solution_after}
          onChange={(solution_after) => change({ solution_after })}
        />
      )}
      {isPage ? (
        <SavedPage {...publishing} onSave={() => focusWrong(editor.saveAndStay())} />
      ) : (
        <Proof
          {...publishing}
          practice={practice}
          onProve={() => focusWrong(editor.prove())}
          onRefresh={editor.retry}
          goTo={(problem) => {
            const place = placeOfProblem(form, problem)
            return place && (() => goTo(place))
          }}
        />
      )}
    </Flex>
  )
}

interface NumberFieldProps {
  id: string
  label: string
  problem: string | undefined
  extra: string
  value: string
  onChange: (value: string) => void
}

function NumberField({ id, label, problem, extra, value, onChange }: NumberFieldProps) {
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      extra={extra}
      validateStatus={problem ? 'error' : ''}
      help={problem && <span id={`${id}-problem`}>{problem}</span>}
    >
      <Input
        id={id}
        className={styles.count ?? ''}
        inputMode="numeric"
        autoComplete="off"
        aria-invalid={problem !== undefined}
        {...(problem && { 'aria-describedby': `${id}-problem` })}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Form.Item>
  )
}
