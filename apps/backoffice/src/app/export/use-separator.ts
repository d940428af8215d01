import {
  CSV_SEPARATORS,
  type CsvSeparator,
  proposedSeparator,
} from '@rookies/data/exports/csv-style'
import { useStored } from '../../ui/use-stored'
import { usePerson } from '../person'

const parse = (json: unknown) => CSV_SEPARATORS.find((one) => one === json) ?? null

/** The separator of a person's CSV files: their choice in this browser, or their locale's default. */
export function useSeparator(): readonly [CsvSeparator, (next: CsvSeparator) => void] {
  const { account } = usePerson()
  return useStored(`rookies-csv:${account.id}`, parse, proposedSeparator())
}
