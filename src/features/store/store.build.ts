/** The settings of the shop, for pages. */
import { getEntry } from 'astro:content';
import type { Store } from '#domain/store/store.ts';

/** `content/store.yaml`, checked. */
export async function getStore(): Promise<Store> {
  const entry = await getEntry('store', 'store');
  if (!entry) throw new Error('content/store.yaml: the file is missing');
  return entry.data;
}
