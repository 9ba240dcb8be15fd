import type { PaymentMethod } from '#features/orders/order.ts';

/** Drawn by payment-step.css. */
const marks: Record<PaymentMethod, readonly string[]> = {
  cod: [],
  razorpay: ['upi', 'rupay', 'visa', 'mastercard'],
  stripe: ['visa', 'mastercard', 'rupay'],
};

/** The logos of a payment method; the text beside them says the same. */
export function PaymentMarks({ method }: { method: PaymentMethod }) {
  if (!marks[method].length) return null;
  return (
    <span className="payment-marks" aria-hidden="true">
      {marks[method].map((mark) => (
        <span key={mark} className={mark} />
      ))}
    </span>
  );
}
