import { useSelect } from '@refinedev/antd'
import type { BaseRecord } from '@refinedev/core'
import type { Resource } from '@rookies/data/access/resources'
import { dayOf, timeOf } from '@rookies/data/dates/days'
import { SEARCH_FIELD } from '@rookies/data/records/list-params'
import { valueInWords } from '@rookies/data/wording'
import { InputNumber } from 'antd'
import { DateField } from '../ui/date-field'
import { DescribedSelect } from '../ui/described-select'
import styles from './controls.module.css'

/** The props that antd's form item gives its control. */
interface ControlProps<Value> {
  id?: string
  value?: Value | null
  onChange?: (value: Value | null) => void
}

/** A moment, typed in the person's time zone and stored in UTC. */
export function MomentControl({ id, value, onChange }: ControlProps<string>) {
  return (
    <DateField
      id={id}
      timed
      value={value ? `${dayOf(value)}T${timeOf(value)}` : ''}
      onChange={(moment) => onChange?.(moment ? new Date(moment).toISOString() : null)}
    />
  )
}

/** A whole number in the range of the table's column. */
export function IntControl({ id, value, onChange }: ControlProps<number>) {
  return (
    <InputNumber<number>
      {...(id !== undefined && { id })}
      className={styles.short ?? ''}
      precision={0}
      min={-2_147_483_648}
      max={2_147_483_647}
      value={value ?? null}
      onChange={(number) => onChange?.(number)}
    />
  )
}

/** An amount in US dollars; stored in cents. */
export function MoneyControl({ id, value, onChange }: ControlProps<number>) {
  return (
    <InputNumber<number>
      {...(id !== undefined && { id })}
      className={styles.short ?? ''}
      prefix="$"
      min={0}
      max={21_000_000}
      precision={2}
      value={value === undefined || value === null ? null : value / 100}
      onChange={(dollars) => onChange?.(dollars === null ? null : Math.round(dollars * 100))}
    />
  )
}

/** Number of options shown at once; typing finds the others. */
const CHOICES = 20

interface ChoiceControlProps extends ControlProps<string> {
  /** The values of an enum, shown in words. */
  options: readonly string[]
  placeholder?: string
  allowClear?: boolean
}

/** One of a few fixed options. */
export function ChoiceControl({
  id,
  value,
  onChange,
  options,
  placeholder,
  allowClear = false,
}: ChoiceControlProps) {
  return (
    <DescribedSelect
      {...(id !== undefined && { id })}
      chosen={value ? valueInWords(value) : undefined}
      placeholder={placeholder}
      allowClear={allowClear}
      value={value ?? null}
      options={options.map((option) => ({ value: option, label: valueInWords(option) }))}
      onChange={(option) => onChange?.(option ?? null)}
    />
  )
}

interface RecordControlProps extends ControlProps<string> {
  resource: Resource
  /** The field that names a record. */
  title: string
  placeholder: string
  allowClear?: boolean
}

/** One record of another resource, found by typing. */
export function RecordControl(props: RecordControlProps) {
  const { id, value, onChange, resource, title, placeholder, allowClear = false } = props
  const { selectProps, query } = useSelect<BaseRecord>({
    resource,
    optionLabel: (record) => String(record[title] ?? record.id),
    optionValue: (record) => String(record.id),
    pagination: { mode: 'server', pageSize: CHOICES },
    // The chosen record is read too, because the first page of options may lack it.
    ...(value && { defaultValue: value }),
    onSearch: (typed) => [{ field: SEARCH_FIELD, operator: 'contains', value: typed }],
    errorNotification: false,
  })
  const { options = [], loading = false, onSearch } = selectProps
  const labelled = options.map(({ label, value: id }) => ({
    label: String(label),
    value: String(id),
  }))
  const chosen = labelled.find((option) => option.value === value)
  return (
    // Only these props are passed on, because antd would put the form item's others on an element that must not
    // have them.
    <DescribedSelect
      {...(id !== undefined && { id })}
      chosen={chosen?.label}
      placeholder={placeholder}
      allowClear={allowClear}
      showSearch
      filterOption={false}
      value={value ?? null}
      loading={loading}
      {...(onSearch && { onSearch })}
      notFoundContent={
        query.isError ? 'The choices could not be loaded. Close this and open it again.' : undefined
      }
      onOpenChange={(open) => {
        if (open && query.isError) void query.refetch()
      }}
      // Until its title has loaded, the chosen record shows `…` rather than its id.
      options={value && !chosen && loading ? [{ label: '…', value }] : labelled}
      onChange={(chosen) => onChange?.(chosen ?? null)}
    />
  )
}
