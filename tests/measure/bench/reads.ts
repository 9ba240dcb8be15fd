/** Measures what requests read from the database, by the test that compares an old shop with a young one. */
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runAndCapture } from '#tools/lib/child.ts';
import { root } from '#tools/lib/content.ts';
import { table } from '#tools/lib/generated-docs.ts';
import type { ReadFigures } from '../../support/growth.ts';

const file = join(root, '.cache', 'bench', 'reads.json');
/** Routes in a table. */
const shown = 8;

/** The part of the page. */
export async function measureReads(): Promise<string> {
  mkdirSync(dirname(file), { recursive: true });
  const test = ['tools/test.ts', '--project', 'nightly', 'tests/nightly/growth.test.ts'];
  await runAndCapture([process.execPath, ...test], { READS_FILE: file });
  const figures = JSON.parse(readFileSync(file, 'utf8')) as ReadFigures;
  const most = new Map<string, { young: number; old: number }>();
  for (const { name, young, old } of figures.requests) {
    const route = name.replace(/, request \d+$/, '');
    if (old >= (most.get(route)?.old ?? 0)) most.set(route, { young, old });
  }
  const [shopper, operator] = [false, true].map((desk) =>
    [...most]
      .filter(([route]) => route.includes('/api/desk/') === desk)
      .toSorted(([, one], [, other]) => other.old - one.old)
      .slice(0, shown)
      .map(([route, { young, old }]) => [
        `\`${route}\``,
        young.toLocaleString('en'),
        old.toLocaleString('en'),
      ]),
  );
  const heads = ['Route', '1,000 orders', '100,000 orders'];
  return `Measured ${new Date().toISOString().slice(0, 10)}. Rows that the database says it read for a request, in shops with the products of \`content/\` and the orders, reviews, documents and accounts of two years (tests/support/years.ts). All ${figures.requests.length} requests of tests/support/routes and every statement of the scheduled job read as many rows in an old shop as in a young one, and the plans of all ${figures.statements} statements use an index: \`npm run test:slow\` fails otherwise. Only an export reads as much as it contains. The routes that read most, each by its largest request:

${table(heads, shopper ?? [])}

At the desk:

${table(heads, operator ?? [])}`;
}
