import { useState } from 'react';
import { formatMoment } from '#lib/dates.ts';
import { canApply, type Difference, needsCount, type Rule, rules } from '../reconcile.ts';
import { hashOf } from '../route.ts';
import { Head } from '../ui/Head.tsx';

type Props = {
  rule: Rule;
  differences: readonly Difference[];
  onMend: (difference: Difference) => void;
  onMendAll: () => void;
};

/** Rows that are shown at once. */
const step = 50;

/** Everything in which one rule does not hold, each with its fix. */
export function Found({ rule, differences, onMend, onMendAll }: Props) {
  const [shown, setShown] = useState(step);
  const { name, says } = rules[rule];
  const together = differences.filter((one) => canApply(one) && !needsCount(one));
  return (
    <section className="reconcile-found">
      <div className="reconcile-head">
        <h2>
          {name} <span className="badge reconcile-count">{differences.length}</span>
        </h2>
        {together.length > 1 && (
          <button
            type="button"
            className="button quiet small"
            aria-label={`Apply all: ${name}`}
            onClick={onMendAll}
          >
            Apply all {together.length}
          </button>
        )}
      </div>
      <p className="soft">{says}</p>
      <table className="desk-table">
        <Head columns={['Where', 'Expected', 'Found', 'Fix', { unseen: 'Apply' }]} />
        <tbody>
          {differences.slice(0, shown).map((one) => (
            <Row key={one.about} difference={one} onMend={onMend} />
          ))}
        </tbody>
      </table>
      {differences.length > shown && (
        <div className="desk-more">
          <button type="button" className="button quiet small" onClick={() => setShown(shown + step)}>
            Show more
          </button>
        </div>
      )}
    </section>
  );
}

function Row({ difference, onMend }: { difference: Difference; onMend: Props['onMend'] }) {
  const { name, place, expected, found, since, fix, writes } = difference;
  return (
    <tr>
      <td>
        {place ? <a href={hashOf(place)}>{name}</a> : name}
        <span className="reconcile-since">
          {since ? `since ${formatMoment(since)}` : 'nobody knows since when'}
        </span>
      </td>
      <td data-label="Expected">{expected}</td>
      <td data-label="Found">{found}</td>
      <td data-label="Fix">
        <div>
          {fix}
          {writes.length > 0 && !needsCount(difference) && <Writes writes={writes} />}
          {!canApply(difference) && <span className="badge">By hand</span>}
        </div>
      </td>
      <td className="desk-deed">
        {canApply(difference) && (
          <button
            type="button"
            className="button quiet small"
            aria-label={`${needsCount(difference) ? 'Count' : 'Apply'}: ${name}`}
            onClick={() => onMend(difference)}
          >
            {needsCount(difference) ? 'Count' : 'Apply'}
          </button>
        )}
      </td>
    </tr>
  );
}

/** What a fix writes, line by line. */
export function Writes({ writes }: { writes: readonly string[] }) {
  return (
    <div className="reconcile-writes">
      <p className="soft">Would be written:</p>
      <ul>
        {writes.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
