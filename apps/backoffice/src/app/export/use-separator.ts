import {
  CSV_SEPARATORS,
  type CsvSeparator,
  proposedSeparator,
} from '@rookies/data/exports/csv-style'
import { useKept } from '../../ui/use-kept'
import { usePerson } from '../person'

const parse = (json: unknown) => CSV_SEPARATORS.find((one) => one === json) ?? null

/** What stands between the cells of the files that a person exports: their choice in this browser, else their locale's. */
export function useSeparator(): readonly [CsvSeparator, (next: CsvSeparator) => void] {
  const { account } = usePerson()
  return useKept(`rookies-csv:${account.id}`, parse, proposedSeparator())
}
