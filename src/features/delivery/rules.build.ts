/** How the shop delivers, for pages. */
import { getEntry } from 'astro:content';
import { deliveryRules } from '#domain/delivery/delivery.ts';
import type { DeliveryContent } from '#domain/delivery/delivery-content.ts';
import type { DeliveryRules } from '#domain/delivery/promise.ts';
import { getStore } from '#features/store/store.build.ts';

/** `content/delivery.yaml`, checked. */
export async function getDelivery(): Promise<DeliveryContent> {
  const entry = await getEntry('delivery', 'delivery');
  if (!entry) throw new Error('content/delivery.yaml: the file is missing');
  return entry.data;
}

/** The rules that it stands for. */
export const getDeliveryRules = async (): Promise<DeliveryRules> =>
  deliveryRules(await getDelivery(), await getStore());
