/** A call as a route makes it, for tests that run an action on a database of their own. */
import type { DeskCall } from '#functions/lib/call.ts';
import { limitsOf } from '#functions/lib/limits.ts';
import type { ShopCall } from '#functions/providers/context.ts';

export const callWith = (parts: Partial<ShopCall & DeskCall>): ShopCall & DeskCall =>
  ({
    now: Date.now(),
    limits: limitsOf({}),
    urls: { origin: '', photo: undefined, order: undefined },
    undoTime: 0,
    request: new Request('https://shop.invalid'),
    ...parts,
  }) as ShopCall & DeskCall;
