/** The limits that the desk can set for the time of a sale (docs/desk.md, "A sale day"). */
import type { Store } from '#domain/store/store.ts';
import { oneDay } from '#lib/dates.ts';
import { keysOf } from '#lib/keys.ts';

/** @property unit stands behind the number @property least and most what it may be set to */
export type SaleLimit = { label: string; unit: string; least: number; most: number };

export const saleLimits = {
  cashPerHour: {
    label: 'Held in cash orders of a product within an hour',
    unit: '% of its pieces',
    least: 1,
    most: 90,
  },
  cash: {
    label: 'Held in cash orders of a product until they are shipped',
    unit: '% of its pieces',
    least: 1,
    most: 90,
  },
  networkOrders: {
    label: 'Unpaid orders from one internet address in an hour',
    unit: 'orders',
    least: 20,
    most: 10_000,
  },
  networkPieces: { label: 'Pieces in such orders', unit: 'pieces', least: 20, most: 100_000 },
  guests: {
    label: 'Guests who begin an order from one IPv4 address in an hour',
    unit: 'guests',
    least: 60,
    most: 20_000,
  },
  accountOrders: { label: 'Orders from one account in an hour', unit: 'orders', least: 5, most: 200 },
  emailsPerHour: {
    label: 'Emails to addresses that nobody has confirmed, in an hour',
    unit: 'emails',
    least: 50,
    most: 5_000,
  },
} as const satisfies Record<string, SaleLimit>;

export type SaleLimitName = keyof typeof saleLimits;
export const saleLimitNames = keysOf(saleLimits);

/** What a sale day sets; what it leaves out stays as it is. */
export type SaleDayLimits = { [Name in SaleLimitName]?: number | undefined };

/** The longest time for which limits are set, ms: it ends by itself. */
export const longestSaleDay = 7 * oneDay;

/**
 * @property visits in the busiest hour @property ordering per cent of them that order @property cash per cent of the orders
 * that are paid in cash @property pieces that are for sale
 */
export type Expected = { visits: number; ordering: number; cash: number; pieces: number };

/**
 * The limits without a sale day. @param worker limits of the Worker (functions/lib/limits.ts)
 */
export const usualLimits = (
  { limits: { unpaid, emails } }: Pick<Store, 'limits'>,
  worker: { GUESTS_PER_HOUR: number; ORDERS_PER_HOUR: number },
): Record<SaleLimitName, number> => ({
  cashPerHour: unpaid.shop.percentPerHour,
  cash: unpaid.shop.percent,
  networkOrders: unpaid.network.orders,
  networkPieces: unpaid.network.units,
  guests: guestsOfAddress * worker.GUESTS_PER_HOUR,
  accountOrders: worker.ORDERS_PER_HOUR,
  emailsPerHour: emails.shopPerHour,
});

/** A carrier gives one IPv4 address to thousands of phones: it may begin so many times the guests of another network. */
export const guestsOfAddress = 10;
