import { useState } from 'react';
import { hashOf } from '#domain/desk/route.ts';
import { type Difference, type Rule, rules } from '#domain/reconciliation/rules.ts';
import { formatDayTime } from '#lib/dates.ts';
import { TableHead } from '../ui/TableHead.tsx';

/** Rows added by each "Show more". */
const step = 50;

/** The differences of one rule, each with what to do about it. */
export function RuleDifferences({ rule, differences }: { rule: Rule; differences: readonly Difference[] }) {
  const [rowCount, setRowCount] = useState(step);
  const { name, statement } = rules[rule];
  return (
    <section className="reconcile-rule stack gap-2">
      <h2>
        {name} <span className="badge reconcile-count">{differences.length}</span>
      </h2>
      <p className="soft">{statement}</p>
      <table className="desk-table">
        <TableHead columns={['Where', 'Expected', 'Found', 'What to do']} />
        <tbody>
          {differences.slice(0, rowCount).map((one) => (
            <Row key={one.about} difference={one} />
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

function Row({ difference: { name, place, expected, found, since, fix } }: { difference: Difference }) {
  return (
    <tr>
      <td data-label="Where">
        <span>
          {place ? <a href={hashOf(place)}>{name}</a> : name}
          <span className="reconcile-since">
            {since ? `since ${formatDayTime(since)}` : 'since an unknown time'}
          </span>
        </span>
      </td>
      <td data-label="Expected">{expected}</td>
      <td data-label="Found">{found}</td>
      <td data-label="What to do">{fix}</td>
    </tr>
  );
}
