/** The simulators' clock: the machine's clock plus an offset that tests set. */

export type Clock = {
  /** Now, in ms since 1970. */
  now(): number;
  /** Now, in whole seconds since 1970, as both payment providers write it. */
  seconds(): number;
  /** Listeners are called at once. @param offsetMs how far ahead of the machine's clock it is from now on */
  set(offsetMs: number): void;
  /** Calls `listener` every second and whenever the clock is moved. */
  onTick(listener: () => void): void;
  stop(): void;
};

const tickMs = 1000;

export function newClock(): Clock {
  let offset = 0;
  const listeners: (() => void)[] = [];
  const tick = () => {
    for (const listener of listeners) listener();
  };
  const timer = setInterval(tick, tickMs).unref();
  const now = () => Date.now() + offset;
  return {
    now,
    seconds: () => Math.floor(now() / 1000),
    set(offsetMs) {
      offset = offsetMs;
      tick();
    },
    onTick: (listener) => void listeners.push(listener),
    stop: () => clearInterval(timer),
  };
}

/** Runs `what` after a while, without keeping the process alive. Infinity: never. */
export function after(ms: number, what: () => void): NodeJS.Timeout | undefined {
  return Number.isFinite(ms) ? setTimeout(what, ms).unref() : undefined;
}
