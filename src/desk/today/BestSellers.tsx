import { percentOf, salesDays } from '#domain/desk/figures.ts';
import { hashOf } from '#domain/desk/route.ts';
import { formatPrice } from '#lib/money.ts';
import type { Glance } from '../answers.ts';
import { Table } from '../ui/Table.tsx';
import { Share } from './Share.tsx';

/** What sold most, and how much of it came back. */
export function BestSellers({ bestSellers }: Pick<Glance, 'bestSellers'>) {
  const most = Math.max(...bestSellers.map(({ sold }) => sold));
  return (
    <section className="desk-best" aria-labelledby="best">
      <h2 id="best">Best sellers of {salesDays} days</h2>
      {bestSellers.length === 0 ? (
        <p className="soft">Nothing was sold yet.</p>
      ) : (
        <>
          <Table
            rows={bestSellers}
            keyOf={({ id }) => id}
            columns={[
              ['Product', ({ id, name }) => <a href={hashOf({ screen: 'stock', id })}>{name}</a>],
              [
                'Sold',
                ({ sold }) => (
                  <Share value={sold} of={most}>
                    {sold}
                  </Share>
                ),
                'number',
              ],
              ['Sales', ({ amount }) => formatPrice(amount), 'number'],
              [
                'Came back',
                ({ returned, arrived }) => (
                  <Share value={returned} of={arrived}>
                    {percentOf(returned, arrived)}{' '}
                    <span className="soft">
                      ({returned} of {arrived})
                    </span>
                  </Share>
                ),
                'number',
              ],
            ]}
          />
          <p className="soft small">Came back: the share of delivered or returned pieces that came back.</p>
        </>
      )}
    </section>
  );
}
