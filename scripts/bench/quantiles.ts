/** Returns the median, the 95th percentile and the maximum of unsorted times. */
export function quantiles(times: number[]): { p50: number; p95: number; max: number } {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return { p50: at(0.5) ?? 0, p95: at(0.95) ?? 0, max: at(1) ?? 0 }
}
