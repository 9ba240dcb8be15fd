import type { ApiOrder } from '#domain/orders/order.ts';
import { transferRows } from '#domain/payments/transfer-rows.ts';
import { formatDay } from '#lib/dates.ts';
import { formatPrice, toPaise } from '#lib/money.ts';
import { Fact } from '#ui/Fact.tsx';

type Props = { order: ApiOrder & { transfer: NonNullable<ApiOrder['transfer']> } };

/** Where the money of an order goes that waits for a bank transfer. */
export default function TransferDetails({ order: { reference, transfer } }: Props) {
  return (
    <div className="notice stack gap-3">
      <p>
        Send {formatPrice(toPaise(transfer.left) ?? 0)} to our account until {formatDay(transfer.until)}. We
        keep your products until then, and pack when the money has arrived.
      </p>
      <dl className="order-facts stack gap-2">
        {transferRows(reference, transfer).map(({ label, value }) => (
          <Fact key={label} name={label}>
            {value}
          </Fact>
        ))}
      </dl>
    </div>
  );
}
