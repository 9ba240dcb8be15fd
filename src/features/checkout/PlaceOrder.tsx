import { useEffect, useRef } from 'react';
import type { UnavailableLine } from '#domain/pricing/unavailable.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { paths, policyPath } from '#lib/paths.ts';
import type { OrderProblem } from './problem.ts';
import '#ui/place-bar.css';

type Props = {
  /** The id of the form that the button submits. */
  form: string;
  /** Whether the page's script has not begun yet: then Enter in a field must not send the form as a GET request. */
  opening: boolean;
  /** The step that the page waits for; undefined when it waits for none. */
  says: string | undefined;
  /** Whether the order is paid online. */
  online: boolean;
  /** Whether there is a total and a payment method. */
  ready: boolean;
  problem: OrderProblem | undefined;
  /** Whether the problem follows a press of the button: then it takes the focus, else it is only read out. */
  pressed: boolean;
  /** paise */
  total: Paise | undefined;
  /** Reduces the cart to what the shop can deliver. */
  onAdjust: (items: readonly UnavailableLine[]) => void;
  /** Loads the quote again; set when the quote has failed. */
  onReload: (() => void) | undefined;
};

/** What the button says after a problem. */
const labels: Record<string, string> = { retry: 'Try again', repeated: 'Order it again' };

/** The problem, if any, the button, which stays in view on a phone, and the terms. */
export function PlaceOrder(props: Props) {
  const { form, opening, says, online, ready, problem, pressed, total, onAdjust, onReload } = props;
  const busy = says !== undefined;
  const box = useRef<HTMLDivElement>(null);
  // Errors of fields are shown there, unpaid orders beside the payment methods; all others here, above the button.
  const shown = problem?.kind === 'fields' || problem?.kind === 'unpaid' ? undefined : problem;
  useEffect(() => {
    if (pressed && shown) box.current?.focus();
  }, [pressed, shown]);
  const label = labels[problem?.kind ?? ''] ?? (online ? 'Pay Now' : 'Place Order');
  return (
    <div className="place-order">
      {shown && (
        <div className="notice error" ref={box} tabIndex={-1} role={pressed ? undefined : 'alert'}>
          <ProblemText problem={shown} total={total} onAdjust={onAdjust} />
        </div>
      )}
      <div className="place-bar stack gap-2">
        {onReload && problem?.kind === 'refused' ? (
          <button type="button" className="button wide" onClick={onReload}>
            Try again
          </button>
        ) : (
          <button
            type="submit"
            form={form}
            className="button wide"
            disabled={opening}
            aria-busy={busy}
            aria-disabled={busy || !ready}
          >
            <span>
              {label}
              {total !== undefined && (
                <>
                  {' · '}
                  <span>{formatPrice(total)}</span>
                </>
              )}
            </span>
          </button>
        )}
        <p className={says ? 'place-order-says soft small' : 'visually-hidden'} role="status">
          {says}
        </p>
      </div>
      <p className="soft small">
        By placing this order I confirm that I am above 18 and agree to the{' '}
        <a href={policyPath('terms')}>terms of use</a>.
      </p>
    </div>
  );
}

function ProblemText({
  problem,
  total,
  onAdjust,
}: { problem: OrderProblem } & Pick<Props, 'total' | 'onAdjust'>) {
  if (problem.kind === 'amount')
    return (
      <p>
        The total has changed from <s>{formatPrice(problem.before)}</s> to{' '}
        <strong>{total !== undefined && formatPrice(total)}</strong>. Please have a look, and place your order
        again if you agree.
      </p>
    );
  if (problem.kind === 'lines') {
    const leftovers = problem.items.some(({ available }) => available > 0);
    return (
      <>
        <p>
          {problem.items.every(({ reason }) => reason)
            ? 'Some products are not sold at the moment:'
            : 'Some products are not available in the quantity that you chose:'}
        </p>
        <ul>
          {problem.items.map(({ _id, name, available, reason }) => (
            <li key={_id}>
              <strong>{name}</strong>:{' '}
              {reason ?? (available > 0 ? `only ${available} left` : 'not available')}
            </li>
          ))}
        </ul>
        <button type="button" className="button quiet small" onClick={() => onAdjust(problem.items)}>
          {leftovers ? 'Order what is left' : 'Remove and continue'}
        </button>
      </>
    );
  }
  if (problem.kind === 'repeated')
    return (
      <p>
        {problem.message} <a href={paths.orders}>See your orders</a>
      </p>
    );
  return <p>{problem.message}</p>;
}
