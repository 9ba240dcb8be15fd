/** A price as cards and pages of products show it: with the MRP, or the price before a sale, struck. */
import { discountPercent, formatPrice, type Paise, toRupees } from '#lib/money.ts';

/** @property label of the struck price, for those who hear it @property from others cost more. Amounts are paise */
type Shown = { price: Paise; originalPrice: Paise; label?: 'MRP' | 'Before'; from?: boolean | undefined };

/** Price and MRP in rupees, as `data-price` has them: a page draws those that differ from it (live.dom.ts). */
export const builtPrice = ({ price, originalPrice }: Pick<Shown, 'price' | 'originalPrice'>): string =>
  `${toRupees(price)}/${toRupees(originalPrice)}`;

/** HTML, so that live-prices.dom.ts, React and Astro draw the same. */
export function priceHtml({ price, originalPrice, label = 'MRP', from }: Shown): string {
  const off = discountPercent(price, originalPrice);
  const amount = (paise: Paise) => `<span translate="no">${formatPrice(paise)}</span>`;
  const struck = `<s><span class="visually-hidden">${label} </span>${amount(originalPrice)}</s>`;
  return `${from ? '<span>from </span>' : ''}<strong translate="no">${formatPrice(price)}</strong>${off > 0 ? `${struck}<span class="off">${off}% off</span>` : ''}`;
}

/** The same for React, which does not compare what live-prices.dom.ts has drawn. */
export const priceProps = (shown: Shown) => ({
  dangerouslySetInnerHTML: { __html: priceHtml(shown) },
  suppressHydrationWarning: true,
});
