/** Whether a piece of an address can be a row's id at all, so that nonsense need not be asked for. */
export function isRowId(value: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
}
