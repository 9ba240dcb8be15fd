/** A page of any engine, as walks use it: every action waits for its conditions, so no step sleeps. */
import { pollUntil } from '#tools/lib/fixture.ts';
import type { Driver, Key, Window } from './driver.ts';
import { type Aim, aim, choose, find, isSeen, type Target } from './in-page.ts';

/** Long, since the machine may be busy and WebKitGTK draws without a graphics card. */
const timeoutMs = 25_000;

// biome-ignore lint/suspicious/noExplicitAny: any function that can be sent
type Sent = (...values: any[]) => unknown;

/** An expression that calls a function in the page, where it can also call `find`. */
const callOf = (run: Sent, values: readonly unknown[]): string =>
  `(() => { const find = ${find}; return (${run})(${values.map((value) => JSON.stringify(value) ?? 'undefined').join(', ')}); })()`;

/** A page with its window. */
export type Page = ReturnType<typeof pageOf>;

/** Adds waiting to an engine's driver. */
export function pageOf(driver: Driver, window: Window) {
  const call = (run: Sent, ...values: unknown[]) => driver.evaluate(callOf(run, values));

  /** Asks until the answer is truthy. A page that navigates away rejects the call, so errors are retried. */
  async function poll<T>(what: string, ask: () => Promise<T>): Promise<NonNullable<T>> {
    let last: unknown;
    const patient = async () => {
      try {
        return await ask();
      } catch (error) {
        last = error;
        return undefined;
      }
    };
    return pollUntil(patient, timeoutMs, what).catch((error) => {
      throw last ? new Error(`${error}; last: ${last}`) : error;
    }) as Promise<NonNullable<T>>;
  }

  const isThere = (target: Target) => call(isSeen, target) as Promise<boolean>;

  /** Clicks or taps, depending on the walk's input. */
  async function click(target: Target): Promise<void> {
    let before: Aim | undefined;
    const point = await poll(`click ${JSON.stringify(target)}`, async () => {
      const now = (await call(aim, target)) as Aim;
      if ('not' in now) throw new Error(now.not);
      // The place must be the same twice in a row: late content could move the element before the click.
      const isStill = before && 'x' in before && before.x === now.x && before.y === now.y;
      before = now;
      return isStill ? now : undefined;
    });
    await driver[window.input](point.x, point.y);
  }

  /** Waits until a function in the page returns a truthy value. @returns that value */
  const waitFor = <R, V extends unknown[]>(
    what: string,
    run: (...values: V) => R,
    ...values: V
  ): Promise<NonNullable<Awaited<R>>> => poll(what, () => call(run, ...values)) as never;

  return {
    window,
    problems: driver.problems,
    goto: (url: string) => driver.goto(url),
    /** Runs a function in the page; it cannot use anything from outside. */
    evaluate: <R, V extends unknown[]>(run: (...values: V) => R, ...values: V): Promise<Awaited<R>> =>
      call(run, ...values) as never,
    waitFor,
    see: async (target: Target) => void (await poll(`see ${JSON.stringify(target)}`, () => isThere(target))),
    isSeen: isThere,
    click,
    /** Clicks or taps at a point of the viewport. */
    clickAt: (x: number, y: number) => driver[window.input](x, y),
    /** Clicks into a field, and replaces its text. */
    async fill(target: Target, text: string): Promise<void> {
      await click(target);
      await waitFor(
        `the focus is in ${JSON.stringify(target)}`,
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
    choose: async (css: string, value: string) =>
      void (await poll(`choose ${value}`, () => call(choose, css, value))),
    type: (text: string) => driver.type(text),
    press: (key: Key) => driver.press(key),
    screenshot: () => driver.screenshot(),
    pdf: () => driver.pdf(),
  };
}
