/** The context of a request for the functions about orders and payments: database, payment providers and time. */
import type { Db } from '#db/client.ts';
import type { HotStock } from '../catalogue/hot-stock.ts';
import type { Call } from '../lib/call.ts';
import type { Providers } from './providers.ts';

/** @property undoTime how long an operator's move can be undone and its email waits, ms @property now UTC ms */
export type RequestContext = { db: Db; providers: Providers; undoTime: number; now: number };

/** The script and the key of Razorpay's widget, and the secret that signs what it answers. */
type Widget = { script: string; key: string; secret: string };

/** The call of an action that may call a payment provider. */
export type ShopCall = Call & RequestContext & { widget: Widget; hotStock: HotStock | undefined };
