const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/**
 * Formats bytes as "3 kB", "1.2 MB" in the person's locale (rules/interface#figures). A kilobyte has 1,024 bytes, as in
 * the limits of files.
 */
export function formatBytes(bytes: number): string {
  let [value, step] = [bytes, 0]
  // A value that would be rounded to 1,024 belongs to the next unit.
  while (value >= 1023.5 && step < UNITS.length - 1) {
    value /= 1024
    step += 1
  }
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    // In the short form, the unit would be "byte" for every number.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step > 1 && value < 10 ? 1 : 0,
  }).format(value)
}

/** Returns a file's type and size as "PDF, 1.2 MB" (rules/interface#figures). */
export function fileFacts({ name, size }: { name: string; size: number }): string {
  const kind = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase() ?? 'File'
  return `${kind}, ${formatBytes(size)}`
}
