/** The rules of delivery, for pages. */
import { getEntry } from 'astro:content';
import { getStore } from '#features/store/store.build.ts';
import { deliveryRules } from './delivery.ts';
import type { DeliveryRules } from './promise.ts';

/** `content/delivery.yaml` as rules. */
export async function getDeliveryRules(): Promise<DeliveryRules> {
  const entry = await getEntry('delivery', 'delivery');
  if (!entry) throw new Error('content/delivery.yaml: the file is missing');
  return deliveryRules(entry.data, await getStore());
}
