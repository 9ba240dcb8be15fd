import { formatPrice, toPaise } from '#lib/money.ts';

/** Formats rupees, as the API returns them: `₹1,198.00`. In this folder, so that it is in no shopper's bundle. */
export const formatRupees = (rupees: number): string => formatPrice(toPaise(rupees) ?? 0);
