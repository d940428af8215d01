import {
  CSV_SEPARATORS,
  type CsvSeparator,
  proposedSeparator,
} from '@rookies/data/exports/csv-style'
import { useStored } from '../../ui/use-stored'
import { usePerson } from '../person'

const parse = (json: unknown) => CSV_SEPARATORS.find((one) => one === json) ?? null

/** Returns the separator of the person's CSV files, and a function that changes it. The default is that of their locale. */
export function useSeparator(): readonly [CsvSeparator, (next: CsvSeparator) => void] {
  const { account } = usePerson()
  return useStored(`rookies-csv:${account.id}`, parse, proposedSeparator())
}
