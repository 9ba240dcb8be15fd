import type { ReactNode } from 'react';
import { trackingUrl } from '#features/orders/couriers.ts';
import { paymentMethodNames } from '#features/orders/order.ts';
import { formatMoment } from '#lib/dates.ts';
import { asksForAnswer, disputeReason, disputeStatus } from '../disputes.ts';
import { refundReasons, refundStatuses } from '../refunds.ts';
import { hashOf } from '../route.ts';
import { inRupees } from '../rupees.ts';
import type { Detail } from './calls.ts';
import { paymentState } from './messages.ts';

type Order = Detail['order'];

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel desk-facts">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Where the parcel goes, and how its receiver is reached. */
export function DeliverTo({ order: { shippingAddress: to } }: { order: Order }) {
  return (
    <Facts title="Deliver to">
      <address>
        <strong>
          {to.firstName} {to.lastName}
        </strong>
        <span>{to.address}</span>
        <span>
          {to.city} {to.zipcode}
        </span>
        <span>{to.state}</span>
      </address>
      <p className="desk-reach">
        {to.phone && <a href={`tel:+91${to.phone}`}>+91 {to.phone}</a>}
        {to.email && <a href={`mailto:${to.email}`}>{to.email}</a>}
      </p>
    </Facts>
  );
}

/** The courier and the parcel's number. */
export function Shipment({ order: { trackingId, courierPartner } }: { order: Order }) {
  const url = trackingId ? trackingUrl(courierPartner, trackingId) : undefined;
  if (!trackingId) return null;
  return (
    <Facts title="Parcel">
      <dl>
        <Fact name="Courier">{courierPartner}</Fact>
        <Fact name="Number">
          {url ? (
            <a href={url} target="_blank" rel="noopener noreferrer">
              {trackingId}
            </a>
          ) : (
            trackingId
          )}
        </Fact>
      </dl>
    </Facts>
  );
}

/** How it is paid, and what the provider knows it by. */
export function Payment({ detail: { order, payment } }: { detail: Detail }) {
  return (
    <Facts title="Payment">
      <dl>
        <Fact name="Method">{paymentMethodNames[order.paymentMethod]}</Fact>
        <Fact name="State">{paymentState(order)}</Fact>
        {payment?.providerId && <Fact name="Provider’s id">{payment.providerId}</Fact>}
        {payment?.paymentId && <Fact name="Payment">{payment.paymentId}</Fact>}
        {payment?.holdUntil && order.status === 'Payment Pending' && (
          <Fact name="Stock held until">{formatMoment(payment.holdUntil)}</Fact>
        )}
        {payment && payment.asked > 0 && <Fact name="Provider asked">{payment.asked} times</Fact>}
        {payment?.nextAskAt && <Fact name="Asked next">{formatMoment(payment.nextAskAt)}</Fact>}
      </dl>
    </Facts>
  );
}

/** Money that goes back. */
export function Refunds({ refunds }: { refunds: Detail['refunds'] }) {
  return (
    <Facts title="Refunds">
      <dl>
        {refunds.map(({ _id, amount, reason, status, failure, providerId, done }) => (
          <Fact key={_id} name={inRupees(amount)}>
            {refundStatuses[status]}
            {done && `, ${formatMoment(done)}`}
            <span className="desk-second">
              {[refundReasons[reason], providerId].filter(Boolean).join(' · ')}
            </span>
            {failure && <span className="desk-failure">{failure}</span>}
          </Fact>
        ))}
      </dl>
      {refunds.some(({ status }) => status !== 'done') && (
        <p>
          <a href={hashOf({ screen: 'refunds' })}>Go to Refunds</a>
        </p>
      )}
    </Facts>
  );
}

/** Payments that a bank asks to have back. The answer is given in the provider's dashboard. */
export function Disputes({ disputes }: { disputes: Detail['disputes'] }) {
  return (
    <Facts title="Disputes">
      <dl>
        {disputes.map(({ _id, amount, currency, reason, status, respondBy, date }) => (
          <Fact key={_id} name={currency === 'INR' ? inRupees(amount) : `${currency} ${amount}`}>
            {disputeStatus(status)}
            {respondBy && asksForAnswer(status) && (
              <span className="desk-failure">Answer by {formatMoment(respondBy)}</span>
            )}
            <span className="desk-second">{disputeReason(reason)}</span>
            <span className="desk-second">
              {_id.split(':')[1]}, since {formatMoment(date)}
            </span>
          </Fact>
        ))}
      </dl>
    </Facts>
  );
}

/** Whose order it is, and what else they have ordered. */
export function Account({ detail: { account } }: { detail: Detail }) {
  return (
    <Facts title="Account">
      {account ? (
        <>
          <p>
            {account.name}
            <span className="desk-second">{account.email}</span>
          </p>
          {account.others > 0 && (
            <p>
              <a href={hashOf({ screen: 'orders', params: { account: account._id } })}>
                {account.others === 1 ? '1 other order' : `${account.others} other orders`}
              </a>
            </p>
          )}
        </>
      ) : (
        <p className="soft">The account was deleted.</p>
      )}
    </Facts>
  );
}
