/** Lighthouse with its default phone, throttling and scores, as others run it. */
import lighthouse from 'lighthouse';
import agentic from 'lighthouse/core/config/agentic-browsing-config.js';
import { startBrowser } from '#tools/lib/chromium.ts';
import { freePort } from '#tools/lib/database.ts';
import { medianBy } from '#tools/lib/numbers.ts';

/** Runs of each page; the median by performance counts, since it differs a little from run to run. */
export const runs = 3;

const scored = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const forAgents = 'agentic-browsing';

/** Scores out of 100, and the names of failed checks. */
export type Score = {
  scores: Record<(typeof scored)[number], number>;
  /** Checks of the agentic category: passed ones, and the number of those that apply. */
  agentic: { passed: number; of: number };
  failed: string[];
};

/** The middle one of all runs. @throws Error when Lighthouse has no result */
async function middleRun(url: string, port: number) {
  const results: NonNullable<Awaited<ReturnType<typeof lighthouse>>>[] = [];
  for (let n = 0; n < runs; n++) {
    const flags = { port, logLevel: 'error' as const, onlyCategories: [...scored, forAgents] };
    const run = await lighthouse(url, flags, agentic);
    if (run) results.push(run);
  }
  const middle = medianBy(results, ({ lhr }) => lhr.categories.performance?.score ?? 0);
  if (!middle) throw new Error(`Lighthouse has no result for ${url}`);
  return middle.lhr;
}

async function score(url: string, port: number): Promise<Score> {
  const { categories, audits } = await middleRun(url, port);
  /** The checks of a category that apply to this page. @param least the weight of a check in the score */
  const checksOf = (name: string, least: number) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ weight }) => weight >= least)
      .flatMap(({ id }) => audits[id] ?? [])
      .filter(
        ({ score, scoreDisplayMode: mode }) =>
          score !== null && !['notApplicable', 'informative', 'manual'].includes(mode),
      );
  const agents = checksOf(forAgents, 0);
  const all = [...scored.flatMap((name) => checksOf(name, Number.EPSILON)), ...agents];
  return {
    scores: Object.fromEntries(
      scored.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
    ) as Score['scores'],
    agentic: { passed: agents.filter((one) => one.score === 1).length, of: agents.length },
    failed: [...new Set(all.filter((one) => (one.score ?? 0) < 0.9).map(({ id }) => id))],
  };
}

/** Audits one URL after the other. @param each is called with each result */
export async function auditWithLighthouse(
  urls: readonly string[],
  each: (url: string, score: Score) => void,
): Promise<void> {
  const port = await freePort();
  const browser = await startBrowser([`--remote-debugging-port=${port}`]);
  try {
    for (const url of urls) each(url, await score(url, port));
  } finally {
    await browser.close();
  }
}
