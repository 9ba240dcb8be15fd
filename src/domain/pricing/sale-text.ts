/** What a product's page says of a sale. */
import type { ApiSale } from '#domain/catalogue/product.ts';
import { endOfDay, formatDay, formatDayTime } from '#lib/dates.ts';
import { discountPercent, formatPrice, type Paise, toPaise } from '#lib/money.ts';

/** @param price in the sale, paise */
export function saleText({ name, until, before }: ApiSale, price: Paise): string {
  const end = Date.parse(until);
  // A sale that ends at midnight lasts to the end of the day before.
  const last = endOfDay(end - 1) === end ? formatDay(end - 1) : formatDayTime(end);
  const off = before === null ? 0 : discountPercent(price, toPaise(before) ?? 0);
  const claim =
    off > 0
      ? `: ${off}% less than ${formatPrice(toPaise(before ?? 0) ?? 0)}, the lowest price of the 30 days before`
      : '';
  return `${name} until ${last}${claim}.`;
}
