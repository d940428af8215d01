import { LOG_LEVELS } from '@rookies/data/logs/log'
import type { LogStatistics } from '@rookies/data/logs/log-store'
import { formatNumber } from '@rookies/data/wording'
import { Card, Flex, Statistic } from 'antd'
import { CircleX, Layers, ScrollText, TriangleAlert } from 'lucide-react'
import { StatCard } from '../../ui/stat-card'
import { StatCards } from '../../ui/stat-cards'
import { StatusBadge } from '../../ui/status-badge'
import { LEVEL_LABELS, LEVEL_TONES } from './levels'

/** The number of log entries, of recent ones, and of each level (rules/records#application-logs). */
export function LogCards({ statistics }: { statistics: LogStatistics }) {
  const { total, recentErrors, recentWarnings, byLevel } = statistics
  return (
    <StatCards count={4}>
      <StatCard icon={ScrollText} label="Total Logs" value={total} note="kept in this browser" />
      <StatCard icon={CircleX} label="Recent Errors" value={recentErrors} note="in the last hour" />
      <StatCard
        icon={TriangleAlert}
        label="Recent Warnings"
        value={recentWarnings}
        note="in the last hour"
      />
      <Card role="article">
        <Statistic
          title={
            <Flex component="h2" align="center" gap="small">
              <Layers aria-hidden="true" />
              By Level
            </Flex>
          }
          valueRender={() => (
            <Flex wrap gap={4}>
              {LOG_LEVELS.map((level) => (
                <StatusBadge
                  key={level}
                  tone={LEVEL_TONES[level]}
                  label={`${LEVEL_LABELS[level]} ${formatNumber(byLevel[level])}`}
                />
              ))}
            </Flex>
          )}
        />
      </Card>
    </StatCards>
  )
}
