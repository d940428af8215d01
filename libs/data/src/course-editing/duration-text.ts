/** Formats seconds for the duration field: `90` as `1:30`, with hours if there are any. */
export function durationText(seconds: number): string {
  if (seconds < 60) return String(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = two(seconds % 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}
