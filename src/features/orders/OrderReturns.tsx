import { Suspense } from 'react';
import type { ApiOrder } from '#domain/orders/order.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { useLazyDialog } from '#ui/useLazyDialog.ts';
import type { ReturnListProps } from './ReturnList.tsx';

const ReturnList = lazyComponent(() => import('./ReturnList.tsx'));

type Props = { order: ApiOrder; onChanged: () => void };

/** The button that asks for a return, while anything of the order can be returned. */
export function ReturnButton({ order, onChanged }: Props) {
  const { Dialog, open, close } = useLazyDialog(() => import('./ReturnDialog.tsx'));
  const { returnable } = order;
  if (!returnable) return null;
  return (
    <>
      <button type="button" className="button quiet small" onClick={open}>
        Return
      </button>
      {Dialog && <Dialog {...{ order, returnable, onChanged }} onClose={close} />}
    </>
  );
}

/** The returns of an order; their script loads when there is one. */
export const OrderReturns = (props: ReturnListProps) =>
  Boolean(props.order.returns?.length) && (
    <Suspense>
      <ReturnList {...props} />
    </Suspense>
  );
