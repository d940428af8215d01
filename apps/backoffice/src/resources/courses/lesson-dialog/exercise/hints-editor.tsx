import { newId } from '@rookies/data/device/new-id'
import type { HintValues } from '@rookies/data/exercises/exercise-form'
import { EXERCISE_LIMITS } from '@rookies/data/exercises/exercise-part'
import { Button, Flex, Input } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { MarkdownField } from '../../../../ui/markdown-field'
import { useFocusNext } from '../../../../ui/use-focus-next'
import typography from '../../typography.module.css'
import styles from './exercise.module.css'

interface HintsEditorProps {
  id: string
  hints: readonly HintValues[]
  /** What learners have to fail before a hint appears: runs of tests, or checks of a page. */
  counted: 'runs' | 'checks'
  /** Why the hints cannot be stored; shown after the form was checked. */
  problem: string | undefined
  onChange: (hints: HintValues[]) => void
}

/** Edits the hints of an exercise, each with the number of failed runs or checks after which it appears. */
export function HintsEditor({ id, hints, counted, problem, onChange }: HintsEditorProps) {
  const [part, focusNext] = useFocusNext<HTMLElement>()
  const change = (hint: HintValues, changed: Partial<HintValues>) =>
    onChange(hints.map((one) => (one === hint ? { ...one, ...changed } : one)))
  const add = () => {
    const last = Number(hints.at(-1)?.after ?? 0)
    const fresh = { id: newId(), after: String(Number.isFinite(last) ? last + 3 : 3), text: '' }
    onChange([...hints, fresh])
    focusNext(textOf(fresh))
  }
  return (
    <section ref={part} aria-labelledby={`${id}-heading`}>
      <h3 id={`${id}-heading`}>Hints</h3>
      <Flex vertical gap="small" align="flex-start">
        {hints.length === 0 && (
          <p className={typography.muted}>
            {`A hint appears after a number of failed ${counted}, for learners who are stuck.`}
          </p>
        )}
        <Flex component="ol" vertical gap={12} className={styles.hints}>
          {hints.map((hint, at) => (
            <Flex component="li" wrap align="center" gap="small" key={hint.id} data-hint={hint.id}>
              <label htmlFor={`${id}-after-${hint.id}`}>After</label>
              <Input
                id={`${id}-after-${hint.id}`}
                aria-label={`Failed ${counted} before hint ${at + 1}`}
                className={styles.count ?? ''}
                inputMode="numeric"
                autoComplete="off"
                value={hint.after}
                onChange={({ target }) => change(hint, { after: target.value })}
              />
              <span>{`failed ${counted}`}</span>
              <Button
                type="text"
                icon={<Trash2 aria-hidden="true" />}
                aria-label={`Remove hint ${at + 1}`}
                onClick={() => {
                  const next = hints[at + 1] ?? hints[at - 1]
                  onChange(hints.filter((one) => one !== hint))
                  focusNext(next ? textOf(next) : '[data-add]')
                }}
              />
              <div className={styles.text}>
                <MarkdownField
                  ours
                  aria-label={`Hint ${at + 1}`}
                  autoSize={{ minRows: 2, maxRows: 8 }}
                  value={hint.text}
                  onChange={(text) => change(hint, { text })}
                />
              </div>
            </Flex>
          ))}
        </Flex>
        {problem && (
          <p role="alert" className={typography.problem}>
            {problem}
          </p>
        )}
        <Button
          data-add
          icon={<Plus aria-hidden="true" />}
          disabled={hints.length >= EXERCISE_LIMITS.hints}
          onClick={add}
        >
          Add Hint
        </Button>
      </Flex>
    </section>
  )
}

/** Returns the selector of the field that holds the text of a hint. */
const textOf = ({ id }: HintValues) => `[data-hint="${id}"] textarea`
