/** Lighthouse with its default phone, throttling and scores, as others run it. */
import lighthouse from 'lighthouse';
import agentic from 'lighthouse/core/config/agentic-browsing-config.js';
import { startBrowser } from '#tools/lib/chromium.ts';
import { freePort } from '#tools/lib/database.ts';
import { medianBy } from '#tools/lib/numbers.ts';

/** Runs of each page; the median by performance counts, since it differs a little from run to run. */
export const runs = 3;

const scored = ['performance', 'accessibility', 'best-practices', 'seo'];
const forAgents = 'agentic-browsing';

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

/** The names of the checks that count for a score, or are about agents, and are not passed. */
function notPassed({ categories, audits }: Result): string {
  const ids = [...scored, forAgents].flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ weight }) => weight > 0 || name === forAgents)
      .map(({ id }) => id),
  );
  const isFailed = (id: string) => {
    const { score, scoreDisplayMode: mode = 'manual' } = audits[id] ?? { score: null };
    return score !== null && score < 0.9 && !['notApplicable', 'informative', 'manual'].includes(mode);
  };
  return [...new Set(ids.filter(isFailed))].join(', ') || 'none';
}

/** The scores of a page out of 100, of performance, accessibility, best practices and SEO, and the names of failed checks. */
export async function lighthouseScores(url: string): Promise<(number | string)[]> {
  const port = await freePort();
  const browser = await startBrowser([`--remote-debugging-port=${port}`]);
  try {
    const results: Result[] = [];
    for (let n = 0; n < runs; n++) {
      const flags = { port, logLevel: 'error' as const, onlyCategories: [...scored, forAgents] };
      const run = await lighthouse(url, flags, agentic);
      if (run) results.push(run.lhr);
    }
    const middle = medianBy(results, ({ categories }) => categories.performance?.score ?? 0);
    if (!middle) throw new Error(`Lighthouse has no result for ${url}`);
    return [
      ...scored.map((name) => Math.round((middle.categories[name]?.score ?? 0) * 100)),
      notPassed(middle),
    ];
  } finally {
    await browser.close();
  }
}
