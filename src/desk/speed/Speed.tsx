import { good, type PageKind, pageKinds, type VitalName, vitalNames } from '#domain/vitals/vitals.ts';
import { api, send } from '#lib/api.ts';
import { formatDay } from '#lib/dates.ts';
import { useLoad } from '#ui/useLoad.ts';
import { LoadState } from '../ui/LoadState.tsx';
import { type Column, Table } from '../ui/Table.tsx';

const names: Record<VitalName, string> = {
  LCP: 'Loading speed (LCP)',
  INP: 'Interactivity (INP)',
  CLS: 'Visual stability (CLS)',
  TTFB: 'First byte (TTFB)',
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
              In the last {days} days, three of four visits stayed within these values. One visit in ten is
              measured, if the visitor does something on the page. Nothing identifies the visitor.
            </p>
            {speed.length ? (
              <VitalsTable speed={speed} />
            ) : (
              <p className="desk-state stack gap-3 soft">No visit has been counted yet.</p>
            )}
            <BlockedResources reports={reports} days={days} />
          </>
        )}
      </LoadState>
    </>
  );
}

type Row = { page: string; name: VitalName; visits: number; p75: number };

function VitalsTable({ speed }: { speed: readonly Row[] }) {
  const of = (page: PageKind, name: VitalName) => speed.find((row) => row.page === page && row.name === name);
  const vitals = vitalNames.map((name): Column<PageKind> => {
    const value = (page: PageKind) => {
      const p75 = of(page, name)?.p75;
      if (p75 === undefined) return '–';
      return (
        <>
          {formatValue(name, p75)} {p75 > good[name] && <span className="badge">slow</span>}
        </>
      );
    };
    return [names[name], value, 'number'];
  });
  return (
    <Table
      rows={pageKinds.filter((page) => speed.some((row) => row.page === page))}
      keyOf={(page) => page}
      columns={[
        ['Page', (page) => <strong>{pages[page]}</strong>],
        ...vitals,
        ['Visits', (page) => Math.max(...vitalNames.map((name) => of(page, name)?.visits ?? 0)), 'number'],
      ]}
    />
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
        <Table
          rows={reports}
          keyOf={({ page, directive, blocked }) => `${page} ${directive} ${blocked}`}
          columns={[
            ['What', ({ blocked }) => <strong>{blocked}</strong>],
            ['Rule', ({ directive }) => directive],
            ['Page', ({ page }) => page],
            ['Last on', ({ lastDay }) => formatDay(`${lastDay}T12:00:00Z`)],
            ['Reports', ({ count }) => count, 'number'],
          ]}
        />
      ) : (
        <p className="desk-state stack gap-3 soft">Nothing was reported in the last {days} days.</p>
      )}
    </>
  );
}
