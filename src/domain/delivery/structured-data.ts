/** How the shop delivers, as structured data (schema.org OfferShippingDetails). */
import { deliveryFee } from '#domain/store/delivery.ts';
import type { Store } from '#domain/store/store.ts';
import type { Paise } from '#lib/money.ts';
import { toRupees } from '#lib/money.ts';
import type { DeliveryContent } from './delivery-content.ts';

const days = (minValue: number, maxValue: number) => ({
  '@type': 'QuantitativeValue',
  minValue,
  maxValue,
  unitCode: 'DAY',
});

/**
 * Delivery in India of an order for one piece: its fee, and the days of the nearest and the farthest zone.
 * @param price paise
 */
export function shippingLd(
  price: Paise,
  store: Store,
  { cutOff, workingDays, zones }: DeliveryContent,
): object {
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: {
      '@type': 'MonetaryAmount',
      // rule: money - written out, as schema.org wants it, from whole paise
      value: toRupees(deliveryFee(store, price)).toFixed(2),
      currency: store.currency.code,
    },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      cutoffTime: `${cutOff}:00+05:30`,
      businessDays: {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: workingDays.map((day) => `https://schema.org/${day}`),
      },
      // Until the cut-off on the same working day, else on the next.
      handlingTime: days(0, 1),
      transitTime: days(
        Math.min(...zones.map((zone) => zone.days.fewest)),
        Math.max(...zones.map((zone) => zone.days.most)),
      ),
    },
  };
}
