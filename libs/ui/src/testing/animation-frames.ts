/**
 * Makes animation frames work again after simulated timers. While a frame is requested, jsdom runs one interval for all
 * frames. If the interval started under simulated timers, it never ticks again, and no later test of the worker gets a
 * frame. This cancels all frames, so that jsdom starts a new interval for the next frame.
 */
export function reviveFrames(): void {
  for (let id = requestAnimationFrame(() => undefined); id > 0; id -= 1) cancelAnimationFrame(id)
}
