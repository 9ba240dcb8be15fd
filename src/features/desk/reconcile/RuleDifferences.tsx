import { useState } from 'react';
import { formatMoment } from '#lib/dates.ts';
import { hashOf } from '../route.ts';
import { TableHead } from '../ui/TableHead.tsx';
import { canApply, type Difference, needsCount, type Rule, rules } from './rules.ts';

type Props = {
  rule: Rule;
  differences: readonly Difference[];
  onRepair: (difference: Difference) => void;
  onRepairAll: () => void;
};

/** Rows added by each "Show more". */
const step = 50;

/** The differences of one rule, each with its repair. */
export function RuleDifferences({ rule, differences, onRepair, onRepairAll }: Props) {
  const [rowCount, setRowCount] = useState(step);
  const { name, statement } = rules[rule];
  const batch = differences.filter((one) => canApply(one) && !needsCount(one));
  return (
    <section className="reconcile-rule">
      <div className="reconcile-head">
        <h2>
          {name} <span className="badge reconcile-count">{differences.length}</span>
        </h2>
        {batch.length > 1 && (
          <button
            type="button"
            className="button quiet small"
            aria-label={`Apply all: ${name}`}
            onClick={onRepairAll}
          >
            Apply all {batch.length}
          </button>
        )}
      </div>
      <p className="soft">{statement}</p>
      <table className="desk-table">
        <TableHead columns={['Where', 'Expected', 'Found', 'Repair', { visuallyHidden: 'Apply' }]} />
        <tbody>
          {differences.slice(0, rowCount).map((one) => (
            <Row key={one.about} difference={one} onRepair={onRepair} />
          ))}
        </tbody>
      </table>
      {differences.length > rowCount && (
        <div className="desk-more">
          <button type="button" className="button quiet small" onClick={() => setRowCount(rowCount + step)}>
            Show more
          </button>
        </div>
      )}
    </section>
  );
}

function Row({ difference, onRepair }: { difference: Difference; onRepair: Props['onRepair'] }) {
  const { name, place, expected, found, since, fix, writes } = difference;
  return (
    <tr>
      <td>
        {place ? <a href={hashOf(place)}>{name}</a> : name}
        <span className="reconcile-since">
          {since ? `since ${formatMoment(since)}` : 'since an unknown time'}
        </span>
      </td>
      <td data-label="Expected">{expected}</td>
      <td data-label="Found">{found}</td>
      <td data-label="Repair">
        <div>
          {fix}
          {writes.length > 0 && !needsCount(difference) && <Writes writes={writes} />}
          {!canApply(difference) && <span className="badge">By hand</span>}
        </div>
      </td>
      <td className="desk-action">
        {canApply(difference) && (
          <button
            type="button"
            className="button quiet small"
            aria-label={`${needsCount(difference) ? 'Count' : 'Apply'}: ${name}`}
            onClick={() => onRepair(difference)}
          >
            {needsCount(difference) ? 'Count' : 'Apply'}
          </button>
        )}
      </td>
    </tr>
  );
}

/** The list of what a repair writes. */
export function Writes({ writes }: { writes: readonly string[] }) {
  return (
    <div className="reconcile-writes">
      <p className="soft">This writes:</p>
      <ul>
        {writes.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
