import { type Part, partNames, parts } from '../reconcile.ts';
import type { Progress, useComparison } from './useComparison.ts';

const inIndian = new Intl.NumberFormat('en-IN');

const titles: Record<Part, string> = {
  stock: 'Stock',
  events: 'Messages of payment services',
  orders: 'Orders and their money',
  providers: 'What payment services say',
};

type Props = { comparison: ReturnType<typeof useComparison> };

/** How far the looking has come, part by part. */
export function Parts({ comparison: { state, period, progress, differences } }: Props) {
  const ended = state === 'done' || state === 'stopped';
  const count = differences.length;
  return (
    <>
      <ul className="reconcile-parts">
        {partNames.map((part) => (
          <li key={part} data-done={progress[part]?.done ? '' : undefined}>
            <span>{titles[part]}</span>
            <progress aria-label={titles[part]} {...measure(progress[part], part, period)} />
            <span className="soft">{inWords(part, progress[part], period)}</span>
          </li>
        ))}
      </ul>
      <p className="reconcile-sum" role="status">
        {ended &&
          count > 0 &&
          `${inIndian.format(count)} ${count === 1 ? 'difference' : 'differences'}${state === 'stopped' ? ' so far' : ''}.`}
      </p>
    </>
  );
}

/** What is done counts as whole, also where nobody knew how many there would be. */
function measure(so: Progress | undefined, part: Part, period: string) {
  if (!so) return { value: 0, max: 1, hidden: part === 'providers' && period === 'none' };
  if (so.done) return { value: 1, max: 1 };
  return so.total ? { value: Math.min(so.looked, so.total), max: so.total } : {};
}

/** `12,000 of 1,00,000 orders looked at`. */
function inWords(part: Part, so: Progress | undefined, period: string): string {
  if (part === 'providers' && period === 'none') return 'not asked';
  if (!so) return 'waits';
  const looked = inIndian.format(so.looked);
  const of = so.total && !so.done ? ` of ${inIndian.format(Math.max(so.total, so.looked))}` : '';
  return `${looked}${of} ${parts[part]} looked at`;
}
