/**
 * Makes animation frames come again. jsdom counts them with one interval while some are asked for. An interval that was
 * begun while timers were simulated never ticks after them, and no later test of the worker gets a frame. Without
 * frames that are asked for, jsdom begins anew.
 */
export function reviveFrames(): void {
  for (let id = requestAnimationFrame(() => undefined); id > 0; id -= 1) cancelAnimationFrame(id)
}
