import { formatPromise, formatTime } from '#lib/dates.ts';
import type { Glance } from '../answers.ts';
import { formatRupees } from '../format-rupees.ts';
import { Table } from '../ui/Table.tsx';
import { Share } from './Share.tsx';

/** Orders and rupees of today beside those of the same weekday, a week before, until the same time of day. */
export function Compared({ compared: { today, weekBefore }, until }: Pick<Glance, 'compared' | 'until'>) {
  const rows = [
    { when: 'Today', ...today },
    { when: `${formatPromise(until)} until ${formatTime(until)}`, ...weekBefore },
  ];
  const most = (of: 'orders' | 'amount') => Math.max(today[of], weekBefore[of]);
  return (
    <section aria-labelledby="compared">
      <h2 id="compared">Today and a week ago</h2>
      <Table
        rows={rows}
        keyOf={({ when }) => when}
        columns={[
          ['Day', ({ when }) => when],
          [
            'Orders',
            ({ orders }) => (
              <Share value={orders} of={most('orders')}>
                {orders}
              </Share>
            ),
            'number',
          ],
          [
            'Sales',
            ({ amount }) => (
              <Share value={amount} of={most('amount')}>
                {formatRupees(amount)}
              </Share>
            ),
            'number',
          ],
        ]}
      />
    </section>
  );
}
