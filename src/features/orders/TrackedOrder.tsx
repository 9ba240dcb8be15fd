import { promisedDays } from '#domain/delivery/promise-text.ts';
import { ended, statusTone } from '#domain/orders/order.ts';
import type { ApiTrack } from '#domain/orders/track.ts';
import { formatDay } from '#lib/dates.ts';
import { Fact } from '#ui/Fact.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { Progress } from './Progress.tsx';
import { ShippingInformation, TrackPackage } from './ShippingInformation.tsx';

/** What the shop shows of an order to somebody who is not signed in. */
export function TrackedOrder({ order }: { order: ApiTrack }) {
  const { reference, status, undelivered, placedAt, steps, trackingId, trackingUrl, courier } = order;
  const parcel = { status, trackingId, trackingUrl, courierPartner: courier };
  const arrives = ended.includes(status) ? undefined : promisedDays(order);
  const delivered = status === 'Delivered' && steps.find((step) => step.status === status)?.at;
  return (
    <section className="tracked panel stack gap-6" aria-labelledby="tracked">
      <header className="split">
        <h2 id="tracked">Order {reference}</h2>
        <StatusBadge tone={statusTone(status)}>{status}</StatusBadge>
      </header>
      <dl className="order-facts stack gap-2">
        <Fact name="Placed on">{formatDay(placedAt)}</Fact>
        {arrives && <Fact name="Arrives">{arrives}</Fact>}
        {delivered && <Fact name="Delivered on">{formatDay(delivered)}</Fact>}
      </dl>
      {status !== 'Cancelled' && (
        <>
          <Progress status={undelivered ? 'Shipped' : status} times={steps.map(({ at }) => at)} />
          <ShippingInformation line={parcel} />
          {trackingId && <TrackPackage {...parcel} />}
        </>
      )}
    </section>
  );
}
