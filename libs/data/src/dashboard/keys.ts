/** Query keys of the back-office's first screen. */
export const dashboardKeys = {
  all: ['dashboard'] as const,
}
