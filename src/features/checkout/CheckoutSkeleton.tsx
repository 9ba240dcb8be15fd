import './checkout.css';

/** The shape of the screen while it is not known yet who is here and what they want. */
export function CheckoutSkeleton({ says = 'Loading your order…' }: { says?: string }) {
  return (
    <div className="checkout wrap" aria-busy="true">
      <h1>Complete Your Order</h1>
      <p className="visually-hidden" role="status">
        {says}
      </p>
      <div className="checkout-steps" aria-hidden="true">
        <div className="skeleton checkout-skeleton-form" />
        <div className="skeleton checkout-skeleton-payment" />
      </div>
      <div className="skeleton checkout-skeleton-summary" aria-hidden="true" />
    </div>
  );
}
