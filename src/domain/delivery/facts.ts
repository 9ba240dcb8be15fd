/** What texts may say about delivery by name, such as `{{delivery.zones}}` (src/domain/policies/references.ts). */
import type { Store } from '#domain/store/store.ts';
import { formatPrice } from '#lib/money.ts';
import type { DeliveryContent } from './delivery-content.ts';
import type { PincodeRange } from './promise.ts';

const rangeText = ([first, last]: PincodeRange): string => (first === last ? `${first}` : `${first}-${last}`);
const rangesText = (ranges: readonly PincodeRange[]): string => ranges.map(rangeText).join(', ');

/** `3-5`. @param days business days from handing over to arrival */
const daysText = ({ fewest, most } = { fewest: 0, most: 0 }): string =>
  fewest === most ? `${fewest}` : `${fewest}-${most}`;

function zoneText({ name, days: range, fee, freeFrom }: DeliveryContent['zones'][number]): string {
  const days = daysText(range);
  const own = [
    fee === undefined ? [] : `delivery ${formatPrice(fee)}`,
    freeFrom === undefined ? [] : `free from ${formatPrice(freeFrom)}`,
  ].flat();
  return [`${name}: ${days}`, ...own].join(', ');
}

/** `2 pm`, `2.30 pm`. @param time `14:30` */
function clockText(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const half = hours < 12 ? 'am' : 'pm';
  return `${hours % 12 || 12}${minutes ? `.${String(minutes).padStart(2, '0')}` : ''} ${half}`;
}

/** As plain text. */
export const deliveryFacts = (
  { zones, notServed, noCashOnDelivery, ...content }: DeliveryContent,
  { cashOnDelivery }: Pick<Store, 'cashOnDelivery'>,
) => {
  const noCash = [
    ...zones.flatMap((zone) => (zone.noCashOnDelivery ? zone.name : [])),
    ...(noCashOnDelivery.length ? [`the pincodes ${rangesText(noCashOnDelivery)}`] : []),
  ];
  return {
    'delivery.cutOff': clockText(content.cutOff),
    'delivery.workingDays': content.workingDays.join(', '),
    // The last zone is everywhere that no other one names.
    'delivery.range': daysText(zones.at(-1)?.days),
    'delivery.zones': zones.map(zoneText).join('; '),
    'delivery.notServed': notServed.length
      ? `We do not deliver to ${notServed.map(({ pincodes, reason }) => `${rangesText(pincodes)} (${reason})`).join(', ')}.`
      : 'We know of no pincode that they do not serve.',
    'delivery.noCash': !cashOnDelivery.offered
      ? 'We do not take cash on delivery.'
      : noCash.length
        ? `Cash on delivery is not possible for ${noCash.join(', ')}.`
        : 'Cash on delivery is possible at every pincode.',
  };
};
