/** What a courier's remittances mean for orders. */
import { expect, test } from 'vitest';
import { noCharges } from './remittance-file.ts';
import { planRemittances } from './remittance-plan.ts';
import { largestCharge } from './shipping-constants.ts';

const order = {
  reference: 'ORD-100001',
  status: 'Delivered' as const,
  trackingId: 'a 1' as string | null,
  paymentMethod: 'cod' as const,
  paid: false,
  total: 59_900,
  remittances: [] as { amount: number; charges: number; utr: string }[],
};
const line = {
  row: 2,
  raw: 'A1',
  number: 'A1',
  amount: 59_900,
  charges: noCharges,
  isNet: false,
  day: '2026-11-27',
  utr: 'N1',
};
type Order = Omit<typeof order, 'status' | 'paymentMethod'> & Parameters<typeof planRemittances>[1][number];

const plan = (change: Partial<Order> = {}, ...lines: Partial<typeof line>[]) => {
  const all = (lines.length ? lines : [{}]).map((one) => ({ ...line, ...one }));
  const { planned, known, problems } = planRemittances<Order>(all, [{ ...order, ...change }]);
  return {
    planned: planned.map(({ kind, due }) => [kind, due]),
    known: known.length,
    problems: problems.map(({ message }) => message),
  };
};
const planned = (kind: string, due = 59_900) => ({ planned: [[kind, due]], known: 0, problems: [] });
const problem = (...problems: string[]) => ({ planned: [], known: 0, problems });

test('the amount that is due matches; another one is short or over', () => {
  expect(plan()).toEqual(planned('matched'));
  expect(plan({}, { amount: 59_899 })).toEqual(planned('short'));
  expect(plan({}, { amount: 59_901 })).toEqual(planned('over'));
});

test('what a net amount lacks is the courier’s charge, up to the largest one', () => {
  const lines = [{ ...line, amount: 59_900 - 4_130, isNet: true }];
  const [one] = planRemittances<Order>(lines, [order]).planned;
  expect(one).toMatchObject({ kind: 'charged', due: 59_900 });
  expect(one?.line).toMatchObject({ amount: 59_900, charges: { ...noCharges, otherCharges: 4_130 } });
  expect(plan({}, { amount: 59_900, isNet: true })).toEqual(planned('matched'));
  expect(plan({}, { amount: 59_901, isNet: true })).toEqual(planned('over'));
  expect(plan({}, { amount: 59_900 - largestCharge, isNet: true })).toEqual(planned('charged'));
  expect(plan({}, { amount: 59_899 - largestCharge, isNet: true })).toEqual(planned('short'));
  expect(plan({}, { amount: 59_899 })).toEqual(planned('short'));
});

test('a net amount that is recorded with its charge is known, and another one is a problem', () => {
  const remittances = [{ amount: 59_900, charges: 4_130, utr: 'N1' }];
  expect(plan({ remittances, paid: true }, { amount: 55_770, isNet: true }).known).toBe(1);
  expect(plan({ remittances, paid: true }, { charges: { ...noCharges, codFee: 4_130 } }).known).toBe(1);
  expect(plan({ remittances, paid: true }, { amount: 55_771, isNet: true }).problems).toHaveLength(1);
});

test('a transfer of cash that was recorded before is added', () =>
  expect(plan({ paid: true })).toEqual(planned('matched')));

test('an order is also known by its reference', () =>
  expect(plan({ trackingId: null }, { number: 'ORD-100001' })).toEqual(planned('matched')));

test('a second transfer is compared with what is left', () => {
  const remittances = [{ amount: 50_000, charges: 0, utr: 'N0' }];
  expect(plan({ remittances }, { amount: 9_900 })).toEqual(planned('matched', 9_900));
  expect(plan({ remittances })).toEqual(planned('over', 9_900));
});

test('the same row again changes nothing, also of an order that came back since', () => {
  const remittances = [{ amount: 59_900, charges: 0, utr: 'N1' }];
  const known = { planned: [], known: 1, problems: [] };
  expect(plan({ remittances, paid: true })).toEqual(known);
  expect(plan({ remittances, status: 'Returned' })).toEqual(known);
  expect(plan({ remittances }, { amount: 1 })).toEqual(
    problem('Row 2: ORD-100001 has ₹599.00 with the same UTR already.'),
  );
});

test('a parcel that the file has twice is a problem in both rows, by whatever number', () =>
  expect(plan({}, {}, { row: 5, number: 'ORD-100001' })).toEqual({
    ...problem(),
    problems: [
      'Row 2: The file has ORD-100001 in rows 2, 5.',
      'Row 5: The file has ORD-100001 in rows 2, 5.',
    ],
  }));

test.each<[Partial<Order>, Partial<typeof line>, string]>([
  [{}, { number: 'B1' }, 'No order has this number.'],
  [{}, { number: '' }, 'There is no tracking number.'],
  [{ paymentMethod: 'stripe', paid: true }, {}, 'ORD-100001 was paid online.'],
  [{ status: 'Returned' }, {}, 'ORD-100001 is Returned: the shop expects no cash of it.'],
  [{ status: 'Cancelled' }, {}, 'ORD-100001 is Cancelled: the shop expects no cash of it.'],
  [{ status: 'Shipped' }, {}, 'ORD-100001 is Shipped. Please record its delivery first.'],
])('%o, %o', (change, of, message) => expect(plan(change, of)).toEqual(problem(`Row 2: ${message}`)));

test('several orders with one number change nothing', () => {
  const { problems } = planRemittances([line], [order, { ...order, reference: 'ORD-100002' }]);
  expect(problems.map(({ message }) => message)).toEqual([
    'Row 2: Several orders have this number: ORD-100001, ORD-100002.',
  ]);
});
