import type { PaymentMark } from '#domain/payments/payment-words.ts';
import './payment-marks.css';

/** The logos of a payment method; the text beside them says the same. */
export function PaymentMarks({ marks }: { marks: readonly PaymentMark[] }) {
  if (!marks.length) return null;
  return (
    <span className="payment-marks" aria-hidden="true">
      {marks.map((mark) => (
        <span key={mark} className={mark} />
      ))}
    </span>
  );
}
