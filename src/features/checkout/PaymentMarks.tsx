import type { CSSProperties } from 'react';
import type { PaymentMethod } from '#features/orders/order.ts';
import mastercard from '../../assets/payments/mastercard.svg?url';
import rupay from '../../assets/payments/rupay.svg?url';
import upi from '../../assets/payments/upi.svg?url';
import visa from '../../assets/payments/visa.svg?url';

const marks: Record<PaymentMethod, readonly string[]> = {
  cod: [],
  razorpay: [upi, rupay, visa, mastercard],
  stripe: [visa, mastercard, rupay],
};

/** The logos of a payment method; the text beside them says the same. */
export function PaymentMarks({ method }: { method: PaymentMethod }) {
  if (!marks[method].length) return null;
  return (
    <span className="payment-marks" aria-hidden="true">
      {marks[method].map((mark) => (
        <span key={mark} style={{ '--mark': `url("${mark}")` } as CSSProperties} />
      ))}
    </span>
  );
}
