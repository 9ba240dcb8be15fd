import { formatPrice, toPaise } from '#lib/money.ts';

/** Rupees, as the API has them, for people: `₹1,198.00`. Here, so that no shopper's page grows by it. */
export const inRupees = (rupees: number): string => formatPrice(toPaise(rupees) ?? 0);
