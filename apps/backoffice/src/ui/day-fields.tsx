import { Flex } from 'antd'
import { useId } from 'react'
import cells from './cells.module.css'
import { DateField } from './date-field'

interface DayFieldsProps {
  /** Days as `YYYY-MM-DD`; empty for no limit. */
  from: string
  to: string
  onChange: (values: { from?: string; to?: string }) => void
}

/** Two fields for a range of days, which includes both days. */
export function DayFields({ from, to, onChange }: DayFieldsProps) {
  const id = useId()
  return (
    <Flex wrap align="center" gap="small" className={cells.fact}>
      <Flex align="center" gap="small">
        <label htmlFor={`${id}-from`}>From</label>
        <DateField
          id={`${id}-from`}
          value={from}
          latest={to}
          onChange={(day) => onChange({ from: day })}
        />
      </Flex>
      <Flex align="center" gap="small">
        <label htmlFor={`${id}-to`}>to</label>
        <DateField
          id={`${id}-to`}
          value={to}
          earliest={from}
          onChange={(day) => onChange({ to: day })}
        />
      </Flex>
    </Flex>
  )
}
