/** Lighthouse with its default phone, throttling and scores, as others run it. */
import lighthouse from 'lighthouse';
import agentic from 'lighthouse/core/config/agentic-browsing-config.js';
import { startBrowser } from '#tools/lib/chromium.ts';
import { freePort } from '#tools/lib/database.ts';
import { medianBy } from '#tools/lib/numbers.ts';

/** Runs of each page; the median by performance counts, since it differs a little from run to run. */
export const runs = 3;

const classics = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Scores out of 100, and the names of failed checks. */
export type Score = {
  scores: Record<(typeof classics)[number], number>;
  /** Checks of the agentic category: passed ones, and the number of those that apply. */
  agentic: { passed: number; of: number };
  failed: string[];
};

type Audits = Record<string, { id: string; score: number | null; scoreDisplayMode: string }>;

/** Whether a check applies to this page. */
const applies = ({ score, scoreDisplayMode }: Audits[string]): boolean =>
  score !== null && !['notApplicable', 'informative', 'manual'].includes(scoreDisplayMode);

async function middleRun(url: string, port: number) {
  const results: NonNullable<Awaited<ReturnType<typeof lighthouse>>>[] = [];
  for (let n = 0; n < runs; n++) {
    const run = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...classics] });
    if (run) results.push(run);
  }
  return medianBy(results, ({ lhr }) => lhr.categories.performance?.score ?? 0);
}

async function score(url: string, port: number): Promise<Score> {
  const run = await middleRun(url, port);
  const agents = await lighthouse(
    url,
    { port, logLevel: 'error', onlyCategories: ['agentic-browsing'] },
    agentic,
  );
  if (!run || !agents) throw new Error(`Lighthouse has no result for ${url}`);
  const { categories, audits } = run.lhr;
  const scores = Object.fromEntries(
    classics.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
  ) as Score['scores'];
  const weighed = new Set(
    classics.flatMap((name) =>
      (categories[name]?.auditRefs ?? []).filter(({ weight }) => weight > 0).map(({ id }) => id),
    ),
  );
  const agentAudits = Object.values(agents.lhr.audits as Audits).filter(
    (audit) =>
      applies(audit) &&
      agents.lhr.categories['agentic-browsing']?.auditRefs.some(({ id }) => id === audit.id),
  );
  const failed = [
    ...Object.values(audits as Audits).filter((audit) => weighed.has(audit.id) && applies(audit)),
    ...agentAudits,
  ].filter(({ score: value }) => (value ?? 0) < 0.9);
  return {
    scores,
    agentic: { passed: agentAudits.filter(({ score: value }) => value === 1).length, of: agentAudits.length },
    failed: [...new Set(failed.map(({ id }) => id))],
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
