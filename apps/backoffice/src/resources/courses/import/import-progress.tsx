import { formatNumber } from '@rookies/data/wording'
import { Progress } from 'antd'
import { useEffect, useState } from 'react'
import typography from '../typography.module.css'

interface ImportProgressProps {
  done: number
  total: number
  /** The bar's accessible name. */
  label: string
  /** The sentence under the bar: a verb such as `Sending`, and its object. */
  doing: string
  what: string
}

/** The progress of uploading files or lessons, as a bar and in figures. */
export function ImportProgress({ done, total, label, doing, what }: ImportProgressProps) {
  const percent = total === 0 ? 0 : Math.round((done / total) * 100)
  return (
    <div>
      <Progress percent={percent} aria-label={label} status="active" />
      <p className={typography.muted}>
        {`${doing}: ${formatNumber(done)} of ${formatNumber(total)} ${what}`}
      </p>
    </div>
  )
}

/** The time since the import started. It is one transaction, which reports no progress. */
export function Elapsed() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const began = performance.now()
    const timer = setInterval(
      () => setSeconds(Math.round((performance.now() - began) / 1000)),
      1000,
    )
    return () => clearInterval(timer)
  }, [])
  return seconds < 2 ? null : <span aria-hidden="true">{` ${seconds} s so far`}</span>
}
