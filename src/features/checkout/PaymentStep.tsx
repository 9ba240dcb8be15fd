import { useEffect, useRef } from 'react';
import { isPaidOnline, type PaymentMethod } from '#domain/payments/payment-methods.ts';
import { PaymentMarks } from '#ui/PaymentMarks.tsx';
import type { PaymentChoice } from './payment-choices.ts';
import './payment-step.css';

type Props = {
  choices: readonly PaymentChoice[];
  chosen: PaymentMethod | undefined;
  onChoose: (method: PaymentMethod) => void;
  /** What paying online takes off. */
  less: string | null | undefined;
  /** Why it is not the method that the shopper wanted. */
  switched: string | undefined;
  /** Why the payment was not made from which the shopper returns. */
  unpaid: string | undefined;
};

/** Step 2: the payment method. Unavailable methods stay visible, with the reason. */
export function PaymentStep({ choices, chosen, onChoose, less, switched, unpaid }: Props) {
  const step = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!unpaid) return;
    step.current?.scrollIntoView();
    step.current?.querySelector<HTMLElement>('.notice')?.focus({ preventScroll: true });
  }, [unpaid]);
  return (
    <section className="panel checkout-step stack gap-5" aria-labelledby="step-payment" ref={step}>
      <h2 id="step-payment">
        <span className="checkout-number">2</span> Payment Method
      </h2>
      {unpaid && (
        <p className="notice error" tabIndex={-1}>
          {unpaid}
        </p>
      )}
      <p className="small checkout-switched" role="status">
        {switched}
      </p>
      <div className="stack gap-3" role="radiogroup" aria-labelledby="step-payment">
        {choices.map(({ id, name, words, marks, enabled, reason, testMode }) => (
          <label className="checkout-method" key={id} data-off={!enabled || undefined}>
            <input
              type="radio"
              name="paymentMethod"
              value={id}
              checked={chosen === id}
              disabled={!enabled}
              aria-describedby={`method-${id}`}
              onChange={() => onChoose(id)}
            />
            <span>
              <strong>{name}</strong>
              <span className="small" id={`method-${id}`}>
                {reason ?? words}
                {less && !reason && isPaidOnline(id) && <b>{less}</b>}
                {testMode && !reason && <span className="checkout-test">TEST MODE: no real money</span>}
              </span>
              <PaymentMarks marks={marks} />
            </span>
          </label>
        ))}
      </div>
    </section>
  );
}
