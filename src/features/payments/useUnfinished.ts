import { useEffect, useState } from 'react';
import { untilActive } from '#lib/active.ts';
import { toast } from '#ui/toast.ts';
import { leaveFor } from './leave.ts';
import { begunOrders, forgetOrdered } from './ordered.ts';
import { giveUp } from './pay.ts';
import { widgetIsOpen } from './widget.ts';

/** Asks about the payment that was begun last in this tab, if one was. @returns whether the page stays */
async function settleLast(): Promise<boolean> {
  await untilActive();
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
 * @returns true until that is known
 */
export function useUnfinished(token: string | undefined): boolean {
  const [looking, setLooking] = useState(true);
  useEffect(() => {
    if (!token) return;
    let current = true;
    const look = async () => {
      setLooking(begunOrders().length > 0 && !widgetIsOpen());
      const stays = await settleLast();
      if (current && stays) setLooking(false);
    };
    const again = (event: PageTransitionEvent) => event.persisted && void look();
    void look();
    addEventListener('pageshow', again);
    return () => {
      current = false;
      removeEventListener('pageshow', again);
    };
  }, [token]);
  return token !== undefined && looking;
}
