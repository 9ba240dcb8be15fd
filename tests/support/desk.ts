/** What every subject of the desk refuses alike. */
import { expect } from 'vitest';
import type { Shop } from './shop.ts';

/** Nobody but an operator is answered, with 401 or 403, whatever is asked. */
export async function operatorsOnly(shop: Shop, method: 'GET' | 'POST', path: string): Promise<void> {
  const sending = method === 'POST' ? { json: {} } : {};
  const stranger = await shop.client().send(method, path, sending);
  expect([stranger.status, stranger.body.code]).toEqual([401, 'signed_out']);
  const shopper = await (await shop.person()).send(method, path, sending);
  expect([shopper.status, shopper.body.code]).toEqual([403, 'not_operator']);
}

/** A refusal as the desk answers it. */
export type Refused = { success: boolean; code: string; message: string; fields: Record<string, string> };
