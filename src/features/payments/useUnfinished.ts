import { useEffect, useState } from 'react';
import { untilShown } from '#lib/shown.ts';
import { toast } from '#ui/toast.ts';
import { begunOrders, forgetOrdered } from './ordered.ts';
import { giveUp } from './pay.ts';
import { leaveFor } from './redirect.ts';
import { widgetIsOpen } from './widget.ts';

/** `unknown`: not looked yet. `asking`: the server is asked what became of it. `settled`: nothing is open. */
type Unfinished = 'unknown' | 'asking' | 'settled';

/** Asks about the payment that was begun last in this tab, if one was. @returns whether the page stays */
async function settleLast(): Promise<boolean> {
  await untilShown();
  const order = begunOrders().at(-1);
  if (!order || widgetIsOpen()) return true;
  const ending = await giveUp(order.orderId);
  if (ending.kind !== 'unpaid' && ending.kind !== 'unknown') {
    leaveFor(ending, order.orderId);
    return false;
  }
  forgetOrdered(order.orderId);
  if (ending.kind === 'unpaid') toast({ message: ending.message, kind: 'error' });
  return true;
}

/**
 * Whoever comes back to the checkout in the middle of paying (Back from the card's page, a reload, a phone
 * that closed the tab while its UPI app was open) has an order that waits, and that holds the very pieces
 * they would order again. It is given up first, unless it turns out to be paid.
 * @param token whose; undefined while nobody is signed in, or nothing is to be asked
 */
export function useUnfinished(token: string | undefined): Unfinished {
  const [found, setFound] = useState<Unfinished>('unknown');
  useEffect(() => {
    if (!token) return;
    let current = true;
    const look = async () => {
      setFound(begunOrders().length > 0 && !widgetIsOpen() ? 'asking' : 'settled');
      const stays = await settleLast();
      if (current && stays) setFound('settled');
    };
    const again = (event: PageTransitionEvent) => event.persisted && void look();
    void look();
    addEventListener('pageshow', again);
    return () => {
      current = false;
      removeEventListener('pageshow', again);
    };
  }, [token]);
  return token === undefined ? 'settled' : found;
}
