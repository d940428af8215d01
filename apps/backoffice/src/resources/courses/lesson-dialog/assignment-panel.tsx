import { WORK_KIND_NAMES, WORK_KINDS } from '@rookies/data/assignments/assignment-part'
import {
  type AssignmentValues,
  assignmentError,
  assignmentProblems,
  BLIND_WITHOUT_OWNERS,
  EMPTY_ASSIGNMENT,
  namesOwner,
  withBlind,
} from '@rookies/data/assignments/edit-assignment'
import { Checkbox, Flex, Input, Radio } from 'antd'
import { TimeField } from '../../../ui/time-field'
import typography from '../typography.module.css'
import styles from './assignment-panel.module.css'
import { controlId } from './form-fields'
import { control, Labelled, type LabelledProps, Problem } from './labelled'
import { useLessonForm } from './lesson-context'
import sheet from './lesson-form.module.css'
import { RubricEditor } from './rubric-editor'
import { TestsPart } from './tests-part'
import { TextPanel } from './text-panel'

/** Edits the brief of an assignment, what it accepts, its due date, and its rubric (rules/assignments#assignment). */
export function AssignmentPanel() {
  const { formId, editor, values } = useLessonForm()
  const form = values.assignment ?? EMPTY_ASSIGNMENT
  const change = (part: Partial<AssignmentValues>) =>
    editor.change({ assignment: { ...form, ...part } })
  const id = controlId(formId, 'assignment')
  const error = editor.errors.assignment
  const problems = error ? assignmentProblems(form) : {}
  // A refusal by the server for a reason that the form cannot check, such as work that waits for a review.
  const refusal = error === assignmentError(form) ? null : error

  return (
    <Flex vertical gap={12} id={id} tabIndex={-1} className={sheet.panel}>
      <TextPanel label="Brief" preview="Brief as learners see it" />
      <section aria-labelledby={`${id}-handing-in`}>
        <h3 id={`${id}-handing-in`}>Handing in</h3>
        <fieldset className={styles.choices}>
          <legend>People hand in</legend>
          <Flex wrap gap="0.5rem 1.5rem">
            {WORK_KINDS.map((kind) => (
              <Checkbox
                key={kind}
                checked={form.accepts.includes(kind)}
                disabled={form.blind && namesOwner(kind)}
                onChange={({ target }) =>
                  change({
                    accepts: WORK_KINDS.filter((one) =>
                      one === kind ? target.checked : form.accepts.includes(one),
                    ),
                  })
                }
              >
                {WORK_KIND_NAMES[kind]}
              </Checkbox>
            ))}
          </Flex>
          <Problem id={`${id}-accepts`} text={problems.accepts} />
        </fieldset>
        <Checkbox
          checked={form.blind}
          aria-describedby={`${id}-blind${refusal ? ` ${id}-refusal` : ''}`}
          onChange={({ target }) => change(withBlind(form, target.checked))}
        >
          Blind
        </Checkbox>
        <p id={`${id}-blind`} className={typography.muted}>
          {`Reviewers learn whose work it is once their review is published. ${BLIND_WITHOUT_OWNERS} While work waits for a review, this does not change.`}
        </p>
        <Problem id={`${id}-refusal`} text={refusal} />
        <Flex wrap gap="0 1.5rem" className={styles.due}>
          <NumberInput
            id={`${id}-due-day`}
            label="Due on day"
            error={problems.due_day}
            value={form.due_day}
            onChange={(due_day) => change({ due_day })}
          />
          <Labelled id={`${id}-due-time`} label="At" error={problems.due_time}>
            <TimeField
              {...control(`${id}-due-time`, problems.due_time)}
              value={form.due_time}
              onChange={(due_time) => change({ due_time })}
            />
          </Labelled>
        </Flex>
        <p className={typography.muted}>
          {`Day 0 is the first day of a cohort, and the time is that of its clocks. ${form.due_day.trim() === '' ? 'Without a day there is no due date, unless a cohort sets one.' : ''}`.trim()}
        </p>
        <fieldset className={styles.choices}>
          <legend>Late work</legend>
          <Radio.Group
            value={form.late}
            onChange={({ target }) => {
              const late = LATE.find((rule) => rule === target.value)
              if (late) change({ late })
            }}
          >
            <Flex vertical gap="small">
              {LATE.map((rule) => (
                <Radio key={rule} value={rule}>
                  {LATE_LABELS[rule]}
                </Radio>
              ))}
            </Flex>
          </Radio.Group>
          {form.late === 'SHUT' && (
            <NumberInput
              id={`${id}-cutoff-days`}
              label="Days after the due date"
              error={problems.cutoff_days}
              placeholder="0"
              value={form.cutoff_days}
              onChange={(cutoff_days) => change({ cutoff_days })}
            />
          )}
        </fieldset>
      </section>
      {(form.accepts.includes('REPOSITORY') || form.grader !== '') && (
        <TestsPart id={`${id}-tests`} form={form} problems={problems} onChange={change} />
      )}
      <RubricEditor
        id={`${id}-rubric`}
        rubric={form.rubric}
        checked={error !== undefined}
        saving={editor.saving}
        onChange={(rubric) => change({ rubric })}
      />
    </Flex>
  )
}

const LATE_LABELS: Record<AssignmentValues['late'], string> = {
  MARKED: 'Is accepted, and marked as late',
  SHUT: 'Is accepted for some days, and then nothing more',
}
const LATE = Object.keys(LATE_LABELS) as AssignmentValues['late'][]

interface NumberProps extends LabelledProps {
  value: string
  onChange: (value: string) => void
  placeholder?: string
}

/** A field for a whole number. It may be empty. */
function NumberInput({ id, label, error, onChange, ...input }: NumberProps) {
  return (
    <Labelled id={id} label={label} error={error}>
      <Input
        {...control(id, error)}
        autoComplete="off"
        inputMode="numeric"
        className={styles.short ?? ''}
        onChange={({ target }) => onChange(target.value)}
        {...input}
      />
    </Labelled>
  )
}
