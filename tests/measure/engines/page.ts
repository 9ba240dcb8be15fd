/** A page of any engine, as walks use it: every action waits for its conditions, so no step sleeps. */
import type { Driver, Key, Window } from './driver.ts';
import { type Aim, aim, choose, isSeen, type Target } from './in-page.ts';

/** Long, since the machine may be busy and WebKitGTK draws without a graphics card. */
const timeoutMs = 25_000;
const pollMs = 50;

// biome-ignore lint/suspicious/noExplicitAny: any function that can be sent
type Sent = (...values: any[]) => unknown;

/** An expression that calls a function in the page. */
const callOf = (run: Sent, values: readonly unknown[]): string =>
  `(${run})(${values.map((value) => JSON.stringify(value) ?? 'undefined').join(', ')})`;

const describeTarget = (target: Target): string => JSON.stringify(target);

/** A page with its window. */
export type Page = {
  window: Window;
  problems: string[];
  goto(url: string): Promise<void>;
  /** Runs a function in the page; it cannot use anything from outside. */
  evaluate<R, V extends unknown[]>(run: (...values: V) => R, ...values: V): Promise<Awaited<R>>;
  /** Waits until a function in the page returns a truthy value. @returns that value */
  waitFor<R, V extends unknown[]>(what: string, run: (...values: V) => R, ...values: V): Promise<Awaited<R>>;
  see(target: Target): Promise<void>;
  isSeen(target: Target): Promise<boolean>;
  /** Clicks or taps, depending on the walk's input. */
  click(target: Target): Promise<void>;
  /** The same at a point of the viewport. */
  clickAt(x: number, y: number): Promise<void>;
  /** Clicks into a field, and replaces its text. */
  fill(target: Target, text: string): Promise<void>;
  choose(css: string, value: string): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  screenshot(): Promise<Buffer>;
  pdf(): Promise<Buffer>;
};

/** Adds waiting to an engine's driver. */
export function pageOf(driver: Driver, window: Window): Page {
  const call = (run: Sent, ...values: unknown[]) => driver.evaluate(callOf(run, values));

  /** Calls `ask` until its result is good. A page that navigates away rejects the call, so errors are retried. */
  async function poll<T>(what: string, ask: () => Promise<T>, isGood: (answer: T) => boolean): Promise<T> {
    const deadline = Date.now() + timeoutMs;
    let last: unknown;
    for (;;) {
      try {
        const answer = await ask();
        if (isGood(answer)) return answer;
        last = answer;
      } catch (error) {
        last = String(error);
      }
      if (Date.now() > deadline)
        throw new Error(`not within ${timeoutMs / 1000} s: ${what}; last ${JSON.stringify(last) ?? last}`);
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  const page: Page = {
    window,
    problems: driver.problems,
    goto: driver.goto,
    evaluate: (run, ...values) => call(run, ...values) as never,
    waitFor: (what, run, ...values) => poll(what, () => call(run, ...values), Boolean) as never,
    see: async (target) =>
      void (await poll(`see ${describeTarget(target)}`, () => page.isSeen(target), Boolean)),
    isSeen: (target) => call(isSeen, target) as Promise<boolean>,
    async click(target) {
      let before: Aim | undefined;
      // The place must be the same twice in a row: late content could move the element before the click.
      const ask = async () => {
        const now = (await call(aim, target)) as Aim;
        const isStill = before && 'x' in before && 'x' in now && before.x === now.x && before.y === now.y;
        before = now;
        return isStill || 'not' in now ? now : { not: 'it moves' };
      };
      const point = await poll(`click ${describeTarget(target)}`, ask, (answer) => 'x' in answer);
      if ('x' in point) await driver[window.input](point.x, point.y);
    },
    clickAt: (x, y) => driver[window.input](x, y),
    async fill(target, text) {
      await page.click(target);
      await page.waitFor(
        `the focus is in ${describeTarget(target)}`,
        (frame) => {
          const { activeElement } =
            (frame && document.querySelector<HTMLIFrameElement>(frame)?.contentDocument) || document;
          const isField = activeElement instanceof Element && activeElement.matches('input, textarea');
          if (isField || frame) (activeElement as HTMLInputElement | null)?.select?.();
          return isField || Boolean(frame);
        },
        target.frame,
      );
      await driver.type(text);
    },
    choose: async (css, value) =>
      void (await poll(`choose ${value}`, () => call(choose, css, value), Boolean)),
    type: driver.type,
    press: driver.press,
    screenshot: driver.screenshot,
    pdf: driver.pdf,
  };
  return page;
}
