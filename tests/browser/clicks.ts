/** Counts what an operator presses for each task, and writes the counts into docs/operations.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const file = 'docs/operations.md';

type Count = { clicks: number; keys: number; also: string };

/** Counts real presses of the mouse and of keys in a page. @returns the presses since the last call */
async function startCounting(page: Page): Promise<() => { clicks: number; keys: number }> {
  let [clicks, keys] = [0, 0];
  await page.exposeFunction('countPress', (isKey: boolean) => {
    if (isKey) keys += 1;
    else clicks += 1;
  });
  const listen = () => {
    const { countPress } = window as unknown as { countPress: (isKey: boolean) => void };
    for (const kind of ['pointerdown', 'keydown'] as const)
      addEventListener(kind, ({ isTrusted }) => isTrusted && countPress(kind === 'keydown'), true);
  };
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return () => {
    const now = { clicks, keys };
    [clicks, keys] = [0, 0];
    return now;
  };
}

const tableOf = (all: ReadonlyMap<string, Count>): string =>
  `\n| Task | Clicks | Keystrokes | Also |\n|---|---|---|---|\n${[...all]
    .map(([task, { clicks, keys, also }]) => `| ${task} | ${clicks} | ${keys} | ${also || '–'} |\n`)
    .join('')}\n`;

/**
 * @param name of the table's marks in the file: `<!-- name -->`
 * @param most the most clicks of each task; pasting and typing texts come on top
 */
export async function countTasks<Task extends string>(page: Page, name: string, most: Record<Task, number>) {
  const taken = await startCounting(page);
  const counts = new Map<string, Count>();
  return {
    /** Forgets what was pressed on the way to the next task. */
    skip: taken,
    /** Ends a task. @param more clicks in other tabs */
    async after(task: Task, { also = '', more = 0 } = {}): Promise<void> {
      await page.evaluate(() => undefined);
      const count = taken();
      count.clicks += more;
      counts.set(task, { ...count, also });
      expect(count.clicks, task).toBeLessThanOrEqual(most[task]);
    },
    /** Fails once where the table in the file is another one. */
    write(): void {
      const before = readFileSync(file, 'utf8');
      const marks = new RegExp(`(?<=<!-- ${name} -->\\n)[\\s\\S]*(?=<!-- /${name} -->)`);
      const now = before.replace(marks, () => tableOf(counts));
      writeFileSync(file, now);
      expect(before, `${file} has been written`).toBe(now);
    },
  };
}
