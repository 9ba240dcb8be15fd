import { Wait } from '#features/payments/Wait.tsx';
import './checkout.css';

/** The placeholder while session and cart are loading. @param says shown when it takes longer than a moment */
export function CheckoutSkeleton({ says }: { says?: string | undefined }) {
  return (
    <div className="checkout wrap" aria-busy="true">
      <h1>Complete Your Order</h1>
      <div className={says ? 'checkout-says stack gap-3' : 'visually-hidden'}>
        <p className="soft" role="status">
          {says ?? 'Loading your order…'}
        </p>
        {says && <Wait />}
      </div>
      <div className="checkout-steps stack gap-6" aria-hidden="true">
        <div className="skeleton checkout-skeleton-form" />
        <div className="skeleton checkout-skeleton-payment" />
      </div>
      <div className="skeleton checkout-skeleton-summary" aria-hidden="true" />
    </div>
  );
}
