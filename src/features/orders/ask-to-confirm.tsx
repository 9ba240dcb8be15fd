import { Suspense } from 'react';
import { openConfirmation } from '#domain/orders/open-confirmation.ts';
import type { ApiOrder } from '#domain/orders/order.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';

const ConfirmOrder = lazyComponent(() => import('./ConfirmOrder.tsx'));

/** Asks for the confirmation of an order that waits for it; loaded only then. @param readWith as of `ConfirmOrder` */
export const askToConfirm = (order: ApiOrder, onChanged: () => void, readWith?: string) => {
  const confirmation = openConfirmation(order);
  return confirmation ? (
    <Suspense>
      <ConfirmOrder {...{ order, confirmation, readWith, onChanged }} />
    </Suspense>
  ) : undefined;
};
