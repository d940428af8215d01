import { COURSE_MESSAGES } from '@rookies/data/course-editing/messages'
import {
  CURRENCIES,
  type NewPurchase,
  PURCHASE_KINDS,
  type PurchaseDraft,
  purchaseProblems,
} from '@rookies/data/purchases/by-hand'
import { PURCHASE_MESSAGES } from '@rookies/data/purchases/purchase-list'
import { Form, Input, type InputProps, Space } from 'antd'
import { useRead } from '../../app/use-read'
import { useReadAgainOf } from '../../app/use-read-again'
import { CourseSelect } from '../../kit/course-select'
import { FormDialog } from '../../kit/form-dialog'
import { type ChosenPerson, PersonSelect } from '../../kit/person-select'
import { judgedBy } from '../../kit/rules'
import { useRecordForm } from '../../kit/saved-form'
import { ReadFailed } from '../../ui/read-failed'
import { SelectField } from '../../ui/select-field'
import { ReasonField } from './reason-field'
import { KIND_LABELS } from './status-labels'

/** A purchase in the form, with the chosen person as the select shows the person. */
type Draft = PurchaseDraft & { person: ChosenPerson | null }

const EMPTY: Draft = {
  person: null,
  courseId: '',
  amount: '',
  currency: CURRENCIES[0],
  kind: 'bank_transfer',
  reason: '',
}

const UNSAVED = {
  discard: 'Discard Purchase',
  sentence: 'This purchase has not been recorded. Continue with it or discard it.',
}

/** Records a payment that was made outside the payment provider, and opens the course (rules/purchases#by-hand). */
export function RecordPurchase({ onClose }: { onClose: () => void }) {
  const titles = useRead('courses/titles')
  const saved = useRecordForm({
    resource: 'purchases',
    sent: (draft: Draft): NewPurchase => ({ draft }),
    done: PURCHASE_MESSAGES.recorded,
    failed: PURCHASE_MESSAGES.recordFailed,
    onSaved: useReadAgainOf('purchases'),
    leave: onClose,
  })
  return (
    <FormDialog
      title="Record Purchase"
      saved={saved}
      initial={EMPTY}
      submit="Record Purchase"
      submitting="Saving..."
      unsaved={UNSAVED}
      byAddress
      note="The purchase counts as completed, and the member gets access to the course at once."
      onClose={onClose}
    >
      <Form.Item name="person" label="Member" rules={[judgedBy(purchaseProblems, 'person')]}>
        <PersonSelect />
      </Form.Item>
      <Form.Item name="courseId" label="Course" rules={[judgedBy(purchaseProblems, 'courseId')]}>
        <CourseSelect
          first={[{ value: '', label: titles.isPending ? 'Loading...' : 'Choose a course' }]}
          disabled={!titles.data}
        />
      </Form.Item>
      {titles.isError && <ReadFailed title={COURSE_MESSAGES.listFailed.text} read={titles} />}
      <Form.Item name="amount" label="Amount" rules={[judgedBy(purchaseProblems, 'amount')]}>
        <AmountControl />
      </Form.Item>
      <Form.Item name="kind" label="Kind">
        <SelectField
          label="Kind"
          options={PURCHASE_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
        />
      </Form.Item>
      <ReasonField />
    </FormDialog>
  )
}

/** An amount with its currency, as a form control. Form.Item passes the props. */
function AmountControl(input: InputProps) {
  return (
    <Space.Compact>
      <Input {...input} inputMode="decimal" autoComplete="off" maxLength={20} placeholder="49.00" />
      <Form.Item name="currency" noStyle>
        <CurrencyControl />
      </Form.Item>
    </Space.Compact>
  )
}

interface CurrencyControlProps {
  value?: string
  onChange?: (currency: string) => void
}

/** The select has a label of its own, because the visible label belongs to the amount. */
function CurrencyControl({ value, onChange }: CurrencyControlProps) {
  return (
    <SelectField
      label="Currency"
      value={value}
      options={CURRENCIES.map((currency) => ({ value: currency, label: currency }))}
      onChange={onChange}
    />
  )
}
