import { CSV_SEPARATORS, type CsvSeparator } from '@rookies/data/exports/csv-style'
import type { MenuProps } from 'antd'
import { Check } from 'lucide-react'
import { useSeparator } from './use-separator'

const LABELS = {
  comma: 'Comma, 1.5',
  semicolon: 'Semicolon, 1,5',
  tab: 'Tab',
} as const satisfies Record<CsvSeparator, string>

/** The part of a menu that says what stands between the cells of exported files. */
export function useSeparatorItems(): NonNullable<MenuProps['items']>[number] {
  const [separator, keep] = useSeparator()
  return {
    key: 'separators',
    type: 'group',
    label: 'Cells are separated by',
    children: CSV_SEPARATORS.map((one) => ({
      key: one,
      // The same role as its neighbours; what is chosen is said.
      label: one === separator ? <b aria-current="true">{LABELS[one]}</b> : LABELS[one],
      icon: (
        <Check
          aria-hidden="true"
          style={one === separator ? undefined : { visibility: 'hidden' }}
        />
      ),
      onClick: () => keep(one),
    })),
  }
}
