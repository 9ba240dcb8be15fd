import { type ComponentType, lazy } from 'react';
import { openConfirmation } from '#domain/orders/open-confirmation.ts';
import type { ApiOrder } from '#domain/orders/order.ts';
import { loadPart } from '#lib/load-part.dom.ts';
import type { ConfirmProps } from './ConfirmOrder.tsx';

/** Without its script, the toast of `loadPart` says what to do. */
const ConfirmOrder = lazy<ComponentType<ConfirmProps>>(() =>
  loadPart(() => import('./ConfirmOrder.tsx')).catch(() => ({ default: () => null })),
);

/**
 * Asks for the confirmation of an order that waits for it. It is loaded only then; the page shows its skeleton meanwhile, so that
 * nothing moves. @param more of `ConfirmOrder`
 */
export const askToConfirm = (
  order: ApiOrder,
  onChanged: () => void,
  more: Partial<Pick<ConfirmProps, 'readWith' | 'link' | 'heading'>> = {},
) => {
  const confirmation = openConfirmation(order);
  return confirmation && <ConfirmOrder {...{ order, confirmation, onChanged }} {...more} />;
};
