import { useEffect, useRef, useState } from 'react';
import { promisedDays } from '#domain/delivery/promise-text.ts';
import { api, send } from '#lib/api.ts';
import { formatDay, formatDayTime } from '#lib/dates.ts';
import { paths } from '#lib/paths.ts';
import { asRecord } from '#lib/record.ts';
import { takeSessionStorage, trackKey } from '#lib/session-storage.dom.ts';
import { Fact } from '#ui/Fact.tsx';
import { FormEnd } from '#ui/FormEnd.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useForm } from '#ui/useForm.ts';
import { Progress } from './Progress.tsx';
import { ShippingInformation, TrackPackage } from './ShippingInformation.tsx';
import '#ui/fields.css';
import './orders.css';
import './order-details.css';
import './track.css';
import { ended, statusTone, withKnownStatus } from '#domain/orders/order.ts';
import { orderState } from '#domain/orders/order-state.ts';
import type { ApiTrack } from '#domain/orders/track.ts';

/** Refusals about the whole form, which are shown with what can be done instead. */
const isAnswer = (code: string): boolean => code === 'not_found' || code === 'too_many';

/** Follows an order without signing in (docs/behaviour.md, "Order tracking"). `?ref=` fills in its number. */
export default function TrackPage() {
  const [found, setFound] = useState<ApiTrack>();
  const [refused, setRefused] = useState<string>();
  /** In the box of the contact page. */
  const [asked, setAsked] = useState(false);
  const answer = useRef<HTMLDivElement>(null);
  const form = useForm({
    initial: { reference: '', contact: '' },
    async send(json) {
      setRefused(undefined);
      setFound(undefined);
      const answer = await send(api.order.track.$post({ json }), {
        otherwise: 'Failed to fetch tracking info',
      });
      if (answer.ok || !isAnswer(answer.code)) return answer;
      setRefused(answer.message);
      return undefined;
    },
    onDone: (order) => setFound(withKnownStatus(order)),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    const { reference: number = '', contact = '' } = asRecord(takeSessionStorage(trackKey));
    const tracked = contact ? { reference: String(number), contact: String(contact) } : undefined;
    const reference = new URLSearchParams(location.search).get('ref');
    if (tracked) form.set(tracked);
    else if (reference) form.set({ reference });
    setAsked(Boolean(tracked));
  }, []);
  useEffect(() => {
    if (asked) form.ref.current?.requestSubmit();
  }, [asked, form.ref]);
  useEffect(() => {
    if (found || refused) answer.current?.focus();
  }, [found, refused]);

  return (
    <div className="track wrap stack gap-6">
      <header>
        <h1>Track Your Order</h1>
        <p className="soft">With its number, and the phone or email that you ordered with.</p>
      </header>
      <form className="track-form panel stack gap-5" ref={form.ref} onSubmit={form.onSubmit} noValidate>
        <TextField
          label="Order number"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="next"
          required
          hint="ORD- and six digits, in our emails"
          {...form.field('reference')}
        />
        <TextField
          label="Mobile number or email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          enterKeyHint="search"
          required
          {...form.field('contact')}
        />
        <FormEnd problem={form.problem} busy={form.busy}>
          Track Order
        </FormEnd>
      </form>
      <div className="track-answer" ref={answer} tabIndex={-1}>
        {found && <TrackedOrder order={found} />}
        {refused && (
          <section className="notice" role="alert">
            <p>{refused}</p>
            <p>
              The link in our emails opens the order too. If you cannot find it, please{' '}
              <a href={paths.contact}>contact us</a>.
            </p>
          </section>
        )}
      </div>
    </div>
  );
}

/** What the shop shows of an order to somebody who is not signed in. */
function TrackedOrder({ order }: { order: ApiTrack }) {
  const { reference, status, undelivered, placedAt, confirmUntil, steps, trackingId, trackingUrl, courier } =
    order;
  const parcel = { status, trackingId, trackingUrl, courierPartner: courier };
  const arrives = ended.includes(status) ? undefined : promisedDays(order);
  const state = orderState({ status, confirmation: confirmUntil ? { at: null } : undefined });
  const delivered = status === 'Delivered' && steps.find((step) => step.status === status)?.at;
  return (
    <section className="tracked panel stack gap-6" aria-labelledby="tracked">
      <header className="split">
        <h2 id="tracked">Order {reference}</h2>
        <StatusBadge tone={statusTone(status)}>{state}</StatusBadge>
      </header>
      <dl className="order-facts stack gap-2">
        <Fact name={confirmUntil ? 'Ordered on' : 'Placed on'}>{formatDay(placedAt)}</Fact>
        {arrives && <Fact name="Arrives">{arrives}</Fact>}
        {delivered && <Fact name="Delivered on">{formatDay(delivered)}</Fact>}
      </dl>
      {confirmUntil && (
        <p className="notice">
          Please confirm it by {formatDayTime(confirmUntil)}: open it by the link in our email, or in{' '}
          <a href={paths.orders}>My Orders</a>. Then we pack it, and the days of delivery count from then.
        </p>
      )}
      {status !== 'Cancelled' && (
        <>
          <Progress
            status={undelivered ? 'Shipped' : status}
            waits={Boolean(confirmUntil)}
            times={steps.map(({ at }) => at)}
          />
          <ShippingInformation line={parcel} />
          {trackingId && <TrackPackage {...parcel} />}
          {status === 'Delivered' && (
            <p className="soft small">
              To return something, open the order in <a href={paths.orders}>My Orders</a> or by the link in
              our emails.
            </p>
          )}
        </>
      )}
    </section>
  );
}
