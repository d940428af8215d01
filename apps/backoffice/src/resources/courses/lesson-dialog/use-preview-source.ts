import { useCallback, useEffect, useState, useTransition } from 'react'

/** Texts of at least this many characters update the preview less often, so that typing stays fast. */
const LONG = 20_000
const PAUSE_MS = { short: 150, long: 700 }
/** Texts of at least this many characters update the preview only on request. */
const ON_DEMAND = 100_000

/**
 * Returns the text that the preview renders. `source` is null before the first rendering. A very long text is updated
 * only when `draw` is called; `behind` says that the text has changed since then.
 */
export function usePreviewSource(text: string) {
  const onDemand = text.length > ON_DEMAND
  const [source, setSource] = useState(onDemand ? null : text)
  const [drawing, startDrawing] = useTransition()

  useEffect(() => {
    if (onDemand) return
    const timer = setTimeout(
      () => setSource(text),
      text.length > LONG ? PAUSE_MS.long : PAUSE_MS.short,
    )
    return () => clearTimeout(timer)
  }, [text, onDemand])

  const draw = useCallback(() => startDrawing(() => setSource(text)), [text])
  return { source, onDemand, behind: onDemand && source !== text, drawing, draw }
}
