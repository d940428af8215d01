const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Formats bytes as "3 kB", "1.2 MB" in the person's locale (rules/interface#figures). */
export function formatBytes(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  const value = bytes / 1000 ** step
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    // The short form would be "230 byte".
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step > 1 && value < 10 ? 1 : 0,
  }).format(value)
}

/** Returns a file's type and size as "PDF, 1.2 MB" (rules/interface#figures). */
export function fileFacts({ name, size }: { name: string; size: number }): string {
  const kind = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase() ?? 'File'
  return `${kind}, ${formatBytes(size)}`
}
