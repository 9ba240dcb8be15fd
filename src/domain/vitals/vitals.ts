/**
 * How quick the shop is for those who use it (web.dev/vitals), without a word about who they are: a page
 * sends its kind and four numbers, and only how often each step was reached is kept.
 */

/** Largest paint, slowest interaction, layout shift, first byte. */
export const vitalNames = ['LCP', 'INP', 'CLS', 'TTFB'] as const;
export type VitalName = (typeof vitalNames)[number];

/** Pages of one kind are counted together. */
export const pageKinds = ['home', 'collection', 'product', 'cart', 'checkout', 'reading', 'other'] as const;
export type PageKind = (typeof pageKinds)[number];

/** What one visit to a page sends: ms; layout shift in thousandths. */
export type Measured = { page: PageKind; values: Partial<Record<VitalName, number>> };

/** Upper ends of the steps that are counted, ms (CLS: thousandths). What is above the last counts with it. */
const times = [50, 100, 150, 200, 300, 500, 800, 1200, 1800, 2500, 4000, 6000, 10_000];
const steps: Record<VitalName, readonly number[]> = {
  LCP: times,
  TTFB: times,
  INP: times,
  CLS: [0, 10, 20, 50, 100, 150, 250, 500, 1000],
};

/** What counts as good at the 75th percentile (web.dev/articles/vitals). */
export const good: Record<VitalName, number> = { LCP: 2500, INP: 200, CLS: 100, TTFB: 800 };

/** The step that a value falls into. */
export const stepOf = (name: VitalName, value: number): number =>
  steps[name].find((step) => value <= step) ?? (steps[name].at(-1) as number);

/**
 * The step below which at least `share` of all visits stayed.
 * @param counted any order @returns undefined without a visit
 */
export function percentile(
  counted: readonly { step: number; count: number }[],
  share = 0.75,
): number | undefined {
  const all = counted.reduce((sum, { count }) => sum + count, 0);
  let reached = 0;
  for (const { step, count } of [...counted].sort((a, b) => a.step - b.step)) {
    reached += count;
    if (reached >= all * share) return step;
  }
  return undefined;
}
