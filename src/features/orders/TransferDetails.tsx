import type { ApiOrder } from '#domain/orders/order.ts';
import { transferRows, upiLink } from '#domain/payments/transfer-rows.ts';
import { formatDay } from '#lib/dates.ts';
import { formatPrice, toPaise } from '#lib/money.ts';

type Props = { order: ApiOrder & { transfer: NonNullable<ApiOrder['transfer']> } };

/** Where the money of an order goes that waits for a bank transfer. */
export default function TransferDetails({ order: { reference, transfer } }: Props) {
  const link = upiLink(reference, transfer);
  const missing = formatPrice(toPaise(transfer.left) ?? 0);
  return (
    <div className="notice order-transfer stack gap-3">
      <p>
        Send {missing} to our account until {formatDay(transfer.until)}. We keep your products until then, and
        pack when the money has arrived.
      </p>
      <ul className="stack gap-2">
        {transferRows(reference, transfer).map(({ label, value }) => (
          <li key={label}>
            <span className="soft small">{label}</span> <strong>{value}</strong>
          </li>
        ))}
      </ul>
      {link && (
        <a className="button order-transfer-upi" href={link}>
          Pay {missing} in a UPI app
        </a>
      )}
    </div>
  );
}
