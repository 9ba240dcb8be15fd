/** Orders of a shop before this one, as its export has them (docs/moving-in.md, "What else you bring"). They are only shown. */
import { formatPrice, type Paise, toRupees } from '#lib/money.ts';

/** Paise, or an amount of another currency in the words of the export: `USD 12.50`. */
export type PastSum = Paise | string;

/** @property price of one, where the export has it */
export type PastOrderLine = { name: string; quantity: number; price?: PastSum | undefined };

/** The newest that a page shows. */
export const maxPastOrders = 50;

/**
 * A past order in the API.
 * @property at UTC ms @property total as it is shown @property items what was bought: `Rose Mist × 2` @property status in the
 * words of the earlier shop
 */
export type ApiPastOrder = {
  id: string;
  number: string;
  at: number;
  total: string;
  status: string;
  items: string[];
};

/** `₹1,499.00`, `USD 12.50`. */
export const pastSumText = (sum: PastSum): string => (typeof sum === 'number' ? formatPrice(sum) : sum);

/** Rupees, or the words of the export. */
export const pastSumInRupees = (sum: PastSum): number | string =>
  typeof sum === 'number' ? toRupees(sum) : sum;

/** `Rose Mist × 2`. */
export const pastItem = ({ name, quantity }: PastOrderLine): string =>
  quantity === 1 ? name : `${name} × ${quantity}`;
