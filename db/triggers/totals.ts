/** The tables whose rows are counted in `totals`, and the triggers that count them. */

/**
 * @property views of totals.sql that list what a row counts as, each with its columns by the table's
 * @property changes columns on which that depends; without them a row of the table never changes
 * @property mark the column that a new row is known by: a new row counts by its column `counted`, as old ones do that a job marks
 * @property around a condition on a new row: what its order counts as depends on it too
 * @property when a condition on a new row, and on a change: others are counted by the follower (functions/orders/follow.ts)
 */
type Counted = {
  table: string;
  views: Readonly<Record<string, Readonly<Record<string, string>>>>;
  changes?: readonly string[];
  mark?: string;
  around?: string;
  when?: { insert: string; update?: string };
};

/** Views of orders whose rows say by a column whether their order is counted. */
const sayCounted: readonly string[] = ['order_totals', 'line_totals'];

const ofOrder = { order_id: 'order_id' };
const ofLine = { ...ofOrder, position: 'position' };

const counted: readonly Counted[] = [
  {
    table: 'orders',
    views: { order_totals: { order_id: 'id' }, line_totals: { order_id: 'id' } },
    changes: [
      'counted',
      'status',
      'paid',
      'payment_method',
      'total',
      'sample',
      'undelivered',
      'promised_to',
      'created_at',
    ],
    mark: 'id',
    when: { insert: 'new.counted = 0', update: 'NOT (old.counted = 2 AND new.counted = 1)' },
  },
  {
    table: 'order_lines',
    views: { line_totals: ofLine },
    changes: ['product_id', 'quantity', 'price', 'discount'],
    when: { insert: '(SELECT counted FROM orders WHERE id = new.order_id) = 1' },
  },
  {
    table: 'order_events',
    views: { order_totals: ofOrder },
    around: "new.to_status = 'Delivered' OR new.id LIKE 'undo:%'",
  },
  { table: 'reductions', views: { line_totals: ofLine }, around: "new.kind = 'returned'" },
  {
    table: 'reviews',
    views: { review_totals: { review_id: 'id' } },
    changes: [
      'counted',
      'product_id',
      'rating',
      'skin_type',
      'hidden',
      'waits',
      'hide_reason',
      'reply',
      'reports',
      'sample',
    ],
    mark: 'id',
  },
  {
    table: 'stock_changes',
    views: { stock_change_totals: { stock_change_id: 'id' } },
    changes: ['counted'],
    mark: 'id',
  },
  {
    table: 'subscribers',
    views: { subscriber_totals: { email: 'email' } },
    changes: ['counted', 'unsubscribed_at', 'asked_at'],
    mark: 'email',
  },
];

/** Adds what a row counts as, or takes it off. */
const count = (sign: '' | '-', views: Counted['views'], row: 'old' | 'new'): string =>
  Object.entries(views)
    .map(
      ([view, columns]) => `
  INSERT INTO totals SELECT name, at, about, ${sign}count, ${sign}amount FROM ${view}
  WHERE ${Object.entries(columns)
    .map(([column, ofTable]) => `${column} = ${row}.${ofTable}`)
    .join(' AND ')}${sayCounted.includes(view) ? ' AND counted = 1' : ''}
  ON CONFLICT (name, at, about) DO UPDATE SET count = count + excluded.count, amount = amount + excluded.amount;`,
    )
    .join('');

const triggersOf = ({ table, views, changes, mark, around, when }: Counted): string[] => {
  const trigger = (name: string, event: string, does: string, only = around) =>
    `CREATE TRIGGER ${table}_${name} ${event} ON ${table}${only ? `\nWHEN ${only}` : ''}\nBEGIN${does}\nEND`;
  if (around)
    return [
      trigger('totals_before', 'BEFORE INSERT', count('-', views, 'new')),
      trigger('totals_after', 'AFTER INSERT', count('', views, 'new')),
    ];
  const update = `UPDATE OF ${changes?.join(', ')}`;
  return [
    trigger('totals_before', `BEFORE ${update}`, count('-', views, 'old'), when?.update),
    trigger('totals_after', `AFTER ${update}`, count('', views, 'new'), when?.update),
    trigger('totals_delete', 'BEFORE DELETE', count('-', views, 'old')),
    mark
      ? trigger(
          'counted',
          'AFTER INSERT',
          `\n  UPDATE ${table} SET counted = 1 WHERE ${mark} = new.${mark};`,
          when?.insert,
        )
      : trigger('totals_insert', 'AFTER INSERT', count('', views, 'new'), when?.insert),
  ];
};

/** Statements: the triggers of all counted tables. */
export const totalTriggers: readonly string[] = counted.flatMap(triggersOf);
