import { good, type PageKind, pageKinds, type VitalName, vitalNames } from '#features/vitals/vitals.ts';
import { api, send } from '#lib/api.ts';
import { useLoad } from '#ui/useLoad.ts';
import { Head } from '../parts/Head.tsx';
import { LoadState } from '../parts/LoadState.tsx';

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
const shown = (name: VitalName, value: number): string =>
  name === 'CLS' ? `≤ ${value / 1000}` : value < 1000 ? `≤ ${value} ms` : `≤ ${value / 1000} s`;

/** What three of four visits stayed below, by kind of page. */
export default function Speed() {
  const load = useLoad('speed', () => send(api.desk.speed.$get()));
  return (
    <>
      <h1>Speed</h1>
      <LoadState of={load}>
        {({ speed, days }) => (
          <>
            <p className="soft">
              Three of four visits in the last {days} days stayed below these. One visit in ten is counted, if
              anything is done on it, without a word about who it was.
            </p>
            {speed.length ? (
              <Table speed={speed} />
            ) : (
              <p className="desk-state soft">No visit has been counted yet.</p>
            )}
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
      <Head
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
                        {row ? shown(name, row.p75) : '–'} {slow && <span className="badge">slow</span>}
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
