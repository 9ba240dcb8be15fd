import { useRef } from 'react';
import { type OrderCardData, statusTone } from '#domain/orders/order.ts';
import { orderState } from '#domain/orders/order-state.ts';
import AskOnWhatsApp from '#features/store/AskOnWhatsApp.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { OrderDetails } from './OrderDetails.tsx';
import { lineTotal, OrderPicture } from './OrderPicture.tsx';

type Props = {
  id: string;
  line: OrderCardData;
  expanded: boolean;
  onToggle: () => void;
  /** `care.whatsapp` of the store settings. */
  whatsapp: string | undefined;
  /** Called after the order was changed from within the card. */
  onChanged: () => void;
};

/** A line of an order; its header is the button that opens it. */
export function OrderCard({ id, line, expanded, whatsapp, onToggle, onChanged }: Props) {
  const details = `${id}-details`;
  const head = useRef<HTMLButtonElement>(null);
  const changed = () => {
    // The pressed button is about to be removed.
    head.current?.focus();
    onChanged();
  };
  const state = orderState(line.fullOrder);
  return (
    <li className="order-card panel" id={id}>
      <h3>
        <button
          ref={head}
          type="button"
          className="order-head"
          aria-expanded={expanded}
          aria-controls={details}
          onClick={onToggle}
        >
          <OrderPicture line={line} />
          <span className="order-head-name">
            {line.name} <span className="soft">× {line.quantity}</span>
          </span>
          <span className="order-head-total">{lineTotal(line)}</span>
          <StatusBadge tone={statusTone(state)}>{state}</StatusBadge>
          <svg className="order-arrow" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3 6l5 5 5-5" />
          </svg>
        </button>
      </h3>
      <div className="order-body stack gap-8" id={details} hidden={!expanded}>
        {expanded && (
          <>
            <OrderDetails line={line} onChanged={changed} />
            <AskOnWhatsApp number={whatsapp} about={`order ${line.fullOrder.reference}`} />
          </>
        )}
      </div>
    </li>
  );
}
