import { goTo, hashOf, type Route } from '#domain/desk/route.ts';
import { cashAges, type Owed, owedText } from '#domain/shipping/outstanding.ts';
import { api, type ResponseOf, send } from '#lib/api.ts';
import { formatPrice } from '#lib/money.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { useLoad } from '#ui/useLoad.ts';
import { LoadState } from '../ui/LoadState.tsx';
import { Table } from '../ui/Table.tsx';
import { Transfers } from './Transfers.tsx';

type Courier = ResponseOf<typeof api.desk.cash.$get>['couriers'][number];
type Sum = Courier['ages'][number];

/** Orders and their cash, as a link to them. */
const CashLink = ({ sum, owed, label }: { sum: Sum | undefined; owed: Owed; label: string }) =>
  sum?.orders ? (
    <a href={hashOf({ screen: 'orders', params: { owed: owedText(owed) } })}>
      <span className="visually-hidden">{label}: </span>
      {formatPrice(sum.amount)}
      <span className="desk-second">{sum.orders === 1 ? '1 order' : `${sum.orders} orders`}</span>
    </a>
  ) : (
    '–'
  );

/** The cash of delivered orders that is not recorded, by courier and days since the delivery. */
function Outstanding() {
  const load = useLoad('cash', () => send(api.desk.cash.$get()));
  return (
    <>
      <div className="split gap-3">
        <h1>Cash on delivery</h1>
        <a className="button small" href={hashOf({ screen: 'cash', id: 'file' })}>
          Courier’s remittances
        </a>
      </div>
      <p className="soft desk-text">
        The cash of delivered orders that is not recorded yet, by the days since the delivery. Each amount
        leads to its orders.
      </p>
      <LoadState of={load}>
        {({ couriers, days, transfers }) => (
          <>
            {couriers.length ? (
              <Table<Courier>
                rows={couriers}
                keyOf={({ courier }) => courier}
                columns={[
                  ['Courier', ({ courier }) => courier || 'No courier'],
                  [
                    'Outstanding',
                    (all) => (
                      <CashLink
                        sum={all}
                        owed={{ courier: all.courier }}
                        label={all.courier || 'No courier'}
                      />
                    ),
                    'number',
                  ],
                  ...cashAges.map(
                    ({ label }, n) =>
                      [
                        label,
                        ({ courier, ages }: Courier) => (
                          <CashLink
                            sum={ages[n]}
                            owed={{ courier, ...days[n] }}
                            label={`${courier || 'No courier'}, ${label}`}
                          />
                        ),
                        'number',
                      ] as const,
                  ),
                ]}
              />
            ) : (
              <p className="desk-state stack gap-3 soft">No cash is outstanding.</p>
            )}
            <Transfers transfers={transfers} onChanged={load.reload} />
          </>
        )}
      </LoadState>
    </>
  );
}

const RemittanceFile = lazyComponent(() => import('./RemittanceFile.tsx'));

/** The cash that couriers still have (`#cash`), or a courier's file of remittances (`#cash/file`). */
export default function Cash({ route: { id } }: { route: Route }) {
  return id === 'file' ? <RemittanceFile onDone={() => goTo({ screen: 'cash' })} /> : <Outstanding />;
}
