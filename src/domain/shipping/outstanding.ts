/** Cash that couriers have collected, and that did not come home yet, by courier and age. Pure. */
import { dayOf, indianOffset, oneDay } from '#lib/dates.ts';
import type { Paise } from '#lib/money.ts';

/** A delivered order that is not paid. @property deliveredAt UTC ms */
export type UnpaidDelivery = { courier: string | null; amount: Paise; deliveredAt: number };

/** The ages in days since the delivery, first and last. */
export const cashAges = [
  { label: '0–7 days', from: 0, to: 7 },
  { label: '8–14 days', from: 8, to: 14 },
  { label: '15–30 days', from: 15, to: 30 },
  { label: 'Over 30 days', from: 31, to: undefined },
] as const;

type Sum = { orders: number; amount: Paise };

const dayNumber = (at: number): number => Math.floor((at + indianOffset) / oneDay);

const sumOf = (all: readonly UnpaidDelivery[]): Sum => ({
  orders: all.length,
  amount: all.reduce((sum, { amount }) => sum + amount, 0),
});

/** The days of delivery of an age: `2026-11-20`; undefined for no limit. @param now UTC ms */
export const daysOfAge = ({ from, to }: (typeof cashAges)[number], now: number) => ({
  from: to === undefined ? undefined : dayOf(now - to * oneDay),
  to: dayOf(now - from * oneDay),
});

/** The couriers by name, each with its sum, and the sums of {@link cashAges}. @param now UTC ms */
export function outstandingCash(unpaid: readonly UnpaidDelivery[], now: number) {
  const today = dayNumber(now);
  const byCourier = Map.groupBy(unpaid, ({ courier }) => courier ?? '');
  return [...byCourier]
    .map(([courier, all]) => ({
      courier,
      ...sumOf(all),
      ages: cashAges.map(({ from, to }) =>
        sumOf(
          all.filter(({ deliveredAt }) => {
            const age = Math.max(0, today - dayNumber(deliveredAt));
            return age >= from && (to === undefined || age <= to);
          }),
        ),
      ),
    }))
    .toSorted((a, b) => a.courier.localeCompare(b.courier));
}

/** Orders of the list whose cash is outstanding. @property from first day of delivery @property to the last one */
export type Owed = { courier?: string | undefined; from?: string | undefined; to?: string | undefined };

/** The value of the filter `owed`: `2026-11-20/2026-11-27/Delhivery`; `//` for all, `//-` for those without a courier. */
export const owedText = ({ courier, from = '', to = '' }: Owed): string =>
  `${from}/${to}/${courier === '' ? '-' : (courier ?? '')}`;

/** Reads the value of the filter; a part that is unknown limits nothing. */
export function parseOwed(text: string): Owed {
  const [from, to, ...rest] = text.split('/');
  const courier = rest.join('/');
  return {
    from: from || undefined,
    to: to || undefined,
    courier: courier === '-' ? '' : courier || undefined,
  };
}
