import { good, type PageKind, pageKinds, type VitalName, vitalNames } from '#features/vitals/vitals.ts';
import { api, send } from '#lib/api.ts';
import { formatOrderDate } from '#lib/dates.ts';
import { useLoad } from '#ui/useLoad.ts';
import { LoadState } from '../ui/LoadState.tsx';
import { TableHead } from '../ui/TableHead.tsx';

const names: Record<VitalName, string> = {
  LCP: 'Largest paint',
  INP: 'Slowest reaction',
  CLS: 'Layout shift',
  TTFB: 'First byte',
};
const pages: Record<PageKind, string> = {
  home: 'Home',
  collection: 'Collection',
  product: 'Products',
  cart: 'Cart',
  checkout: 'Checkout',
  reading: 'Journal, About, policies',
  other: 'Others',
};
const formatValue = (name: VitalName, value: number): string =>
  name === 'CLS' ? `≤ ${value / 1000}` : value < 1000 ? `≤ ${value} ms` : `≤ ${value / 1000} s`;

/** The 75th percentile of each web vital, by kind of page. */
export default function Speed() {
  const load = useLoad('speed', () => send(api.desk.speed.$get()));
  return (
    <>
      <h1>Speed</h1>
      <LoadState of={load}>
        {({ speed, days, reports }) => (
          <>
            <p className="soft">
              Three of four visits in the last {days} days stayed below these values. One visit in ten is
              measured, if the visitor does something on the page. Nothing identifies the visitor.
            </p>
            {speed.length ? (
              <Table speed={speed} />
            ) : (
              <p className="desk-state soft">No visit has been counted yet.</p>
            )}
            <BlockedResources reports={reports} days={days} />
          </>
        )}
      </LoadState>
    </>
  );
}

type Row = { page: string; name: VitalName; visits: number; p75: number };

function Table({ speed }: { speed: readonly Row[] }) {
  return (
    <table className="desk-table">
      <TableHead
        columns={['Page', ...vitalNames.map((name) => ({ number: names[name] })), { number: 'Visits' }]}
      />
      <tbody>
        {pageKinds
          .filter((page) => speed.some((row) => row.page === page))
          .map((page) => {
            const of = (name: VitalName) => speed.find((row) => row.page === page && row.name === name);
            return (
              <tr key={page}>
                <td data-label="Page">
                  <strong>{pages[page]}</strong>
                </td>
                {vitalNames.map((name) => {
                  const row = of(name);
                  const slow = row && row.p75 > good[name];
                  return (
                    <td className="number" data-label={names[name]} key={name}>
                      <span>
                        {row ? formatValue(name, row.p75) : '–'} {slow && <span className="badge">slow</span>}
                      </span>
                    </td>
                  );
                })}
                <td className="number" data-label="Visits">
                  {Math.max(...vitalNames.map((name) => of(name)?.visits ?? 0))}
                </td>
              </tr>
            );
          })}
      </tbody>
    </table>
  );
}

type Report = { page: string; directive: string; blocked: string; count: number; lastDay: string };

/** Browsers' reports of what they blocked on the pages that take payments (docs/operations.md). */
function BlockedResources({ reports, days }: { reports: readonly Report[]; days: number }) {
  return (
    <>
      <h2>Blocked on the payment page</h2>
      <p className="soft">
        Browsers report what the page’s policy did not let them load or run. A script that is not the shop’s
        may mean that somebody has changed the page.
      </p>
      {reports.length ? (
        <table className="desk-table">
          <TableHead columns={['What', 'Rule', 'Page', 'Last on', { number: 'Reports' }]} />
          <tbody>
            {reports.map(({ page, directive, blocked, count, lastDay }) => (
              <tr key={`${page} ${directive} ${blocked}`}>
                <td data-label="What">
                  <strong>{blocked}</strong>
                </td>
                <td data-label="Rule">{directive}</td>
                <td data-label="Page">{page}</td>
                <td data-label="Last on">{formatOrderDate(`${lastDay}T12:00:00Z`)}</td>
                <td className="number" data-label="Reports">
                  {count}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="desk-state soft">Nothing was reported in the last {days} days.</p>
      )}
    </>
  );
}
