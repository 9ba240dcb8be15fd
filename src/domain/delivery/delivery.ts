/** The rules that `content/delivery.yaml` stands for. */
import type { Store } from '#domain/store/store.ts';
import type { DeliveryContent } from './delivery-content.ts';
import { type DeliveryRules, weekdays } from './promise.ts';

const minute = 60 * 1000;

/**
 * The rules of the content, with the shop's fees where a zone has none of its own. A shop that takes no cash takes it at no
 * pincode.
 */
export function deliveryRules(
  content: DeliveryContent,
  { delivery, cashOnDelivery }: Pick<Store, 'delivery'> & { cashOnDelivery: { offered: boolean } },
): DeliveryRules {
  const [hours = 0, minutes = 0] = content.cutOff.split(':').map(Number);
  return {
    cutOff: (hours * 60 + minutes) * minute,
    workingDays: content.workingDays.map((name) => weekdays.indexOf(name)),
    holidays: content.holidays.map(({ date }) => date.toISOString().slice(0, 10)),
    zones: content.zones.map(({ states, districts, pincodes, days, noCashOnDelivery, ...zone }) => ({
      states,
      districts,
      pincodes,
      days: [days.fewest, days.most],
      fee: zone.fee ?? delivery.fee,
      freeFrom: zone.freeFrom ?? delivery.freeFrom,
      cod: cashOnDelivery.offered && !noCashOnDelivery,
    })),
    notServed: content.notServed,
    noCashOnDelivery: content.noCashOnDelivery,
  };
}
