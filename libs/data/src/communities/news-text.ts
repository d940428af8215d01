/** Returns the number of new posts as text: `3`, or `9+` for more than nine. */
export function newsText(count: number): string {
  return count > 9 ? '9+' : String(count)
}
