import { type Part, partNames, parts } from '#domain/reconciliation/rules.ts';
import type { Progress, useComparison } from './useComparison.ts';

const inIndian = new Intl.NumberFormat('en-IN');

const titles: Record<Part, string> = {
  stock: 'Stock',
  events: 'Messages of payment providers',
  orders: 'Orders and their money',
  providers: 'What payment providers say',
};

type Props = { comparison: ReturnType<typeof useComparison> };

/** The progress of each part. */
export function ComparisonProgress({ comparison: { state, period, progress, differences } }: Props) {
  const ended = state === 'done' || state === 'stopped';
  const count = differences.length;
  return (
    <>
      <ul className="reconcile-progress stack gap-2">
        {partNames.map((part) => (
          <li className="grid gap-3" key={part} data-done={progress[part]?.done ? '' : undefined}>
            <span>{titles[part]}</span>
            <progress aria-label={titles[part]} {...measure(progress[part], part, period)} />
            <span className="soft">{progressText(part, progress[part], period)}</span>
          </li>
        ))}
      </ul>
      <p className="reconcile-count-line" role="status">
        {ended &&
          count > 0 &&
          `${inIndian.format(count)} ${count === 1 ? 'difference' : 'differences'}${state === 'stopped' ? ' so far' : ''}.`}
      </p>
    </>
  );
}

/** Attributes of the progress bar. A part that is done is full, even where the total was unknown. */
function measure(progress: Progress | undefined, part: Part, period: string) {
  if (!progress) return { value: 0, max: 1, hidden: part === 'providers' && period === 'none' };
  if (progress.done) return { value: 1, max: 1 };
  return progress.total ? { value: Math.min(progress.looked, progress.total), max: progress.total } : {};
}

/** `12,000 of 1,00,000 orders compared`. */
function progressText(part: Part, progress: Progress | undefined, period: string): string {
  if (part === 'providers' && period === 'none') return 'not asked';
  if (!progress) return 'waiting';
  const looked = inIndian.format(progress.looked);
  const of =
    progress.total && !progress.done
      ? ` of ${inIndian.format(Math.max(progress.total, progress.looked))}`
      : '';
  return `${looked}${of} ${parts[part]} compared`;
}
