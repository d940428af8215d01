import { CSV_SEPARATORS } from '@rookies/data/exports/csv-style'
import { useSeparator } from './use-separator'

const LABELS = {
  comma: 'Comma, decimals as 1.5',
  semicolon: 'Semicolon, decimals as 1,5',
  tab: 'Tab',
}

/** Returns the menu items that choose the separator of exported CSV files. */
export function useSeparatorItems() {
  const [separator, keep] = useSeparator()
  return {
    key: 'separators',
    type: 'group' as const,
    label: 'Separator',
    children: CSV_SEPARATORS.map((one) => ({
      key: one,
      label:
        one === separator ? <strong aria-current="true">{`✓ ${LABELS[one]}`}</strong> : LABELS[one],
      onClick: () => keep(one),
    })),
  }
}
