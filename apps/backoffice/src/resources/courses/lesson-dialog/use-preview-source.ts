import { useCallback, useEffect, useState, useTransition } from 'react'

/** How many characters of Markdown are drawn again how soon: typing must stay quick. */
const LONG = 20_000
const PAUSE_MS = { short: 150, long: 700 }
/** From here on drawing takes long enough to be in the writer's way. */
const ON_DEMAND = 100_000

/**
 * What the preview shows of a text that is being written. In: the text. Out: `source`, the text as it is
 * to be drawn (null: not yet); a very long one follows only when `draw` is called, and `behind` says that
 * it has changed since.
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
