/** One page of any engine as a walk uses it: it waits for what it needs, and no step sleeps. */
import type { Driver, Key, Window } from './driver.ts';
import { type Aim, aim, choose, isSeen, type Target } from './in-page.ts';

/** ms. Generous: the machine may be busy, and WebKitGTK draws without a graphics card. */
const patience = 25_000;
const pollMs = 50;

// biome-ignore lint/suspicious/noExplicitAny: any function that can be sent
type Sent = (...values: any[]) => unknown;

/** The call of a function in the page, as an expression. */
const callOf = (run: Sent, values: readonly unknown[]): string =>
  `(${run})(${values.map((value) => JSON.stringify(value) ?? 'undefined').join(', ')})`;

const told = (target: Target): string => JSON.stringify(target);

/** A page with its window. */
export type Page = {
  window: Window;
  problems: string[];
  goto(url: string): Promise<void>;
  /** Runs a function in the page; it may use nothing from outside. */
  evaluate<R, V extends unknown[]>(run: (...values: V) => R, ...values: V): Promise<Awaited<R>>;
  /** Waits until a function in the page gives something truthy, and gives it back. */
  waitFor<R, V extends unknown[]>(what: string, run: (...values: V) => R, ...values: V): Promise<Awaited<R>>;
  see(target: Target): Promise<void>;
  isSeen(target: Target): Promise<boolean>;
  /** Clicks or taps, as this walk does. */
  click(target: Target): Promise<void>;
  /** The same at a place of the viewport. */
  clickAt(x: number, y: number): Promise<void>;
  /** Clicks into a field, and types over what it holds. */
  fill(target: Target, text: string): Promise<void>;
  choose(css: string, value: string): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  screenshot(): Promise<Buffer>;
  pdf(): Promise<Buffer>;
};

/** Wraps what an engine brings. */
export function pageOf(driver: Driver, window: Window): Page {
  const call = (run: Sent, ...values: unknown[]) => driver.evaluate(callOf(run, values));

  /** Asks until the answer is good. A page that is just being left refuses to answer; it is asked again. */
  async function poll<T>(what: string, ask: () => Promise<T>, isGood: (answer: T) => boolean): Promise<T> {
    const deadline = Date.now() + patience;
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
        throw new Error(`not within ${patience / 1000} s: ${what}; last ${JSON.stringify(last) ?? last}`);
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  const page: Page = {
    window,
    problems: driver.problems,
    goto: driver.goto,
    evaluate: (run, ...values) => call(run, ...values) as never,
    waitFor: (what, run, ...values) => poll(what, () => call(run, ...values), Boolean) as never,
    see: async (target) => void (await poll(`see ${told(target)}`, () => page.isSeen(target), Boolean)),
    isSeen: (target) => call(isSeen, target) as Promise<boolean>,
    async click(target) {
      let before: Aim | undefined;
      // At the same place twice in a row: what comes late would move it away from under the click.
      const ask = async () => {
        const now = (await call(aim, target)) as Aim;
        const isStill = before && 'x' in before && 'x' in now && before.x === now.x && before.y === now.y;
        before = now;
        return isStill || 'not' in now ? now : { not: 'it moves' };
      };
      const point = await poll(`click ${told(target)}`, ask, (answer) => 'x' in answer);
      if ('x' in point) await driver[window.input](point.x, point.y);
    },
    clickAt: (x, y) => driver[window.input](x, y),
    async fill(target, text) {
      await page.click(target);
      await page.waitFor(
        `the focus is in ${told(target)}`,
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
    choose: async (css, value) => void (await call(choose, css, value)),
    type: driver.type,
    press: driver.press,
    screenshot: driver.screenshot,
    pdf: driver.pdf,
  };
  return page;
}
