import { type ReactNode, useState } from 'react';
import { plainRupees } from 'shop-import/rupees';
import { promisedDays } from '#domain/delivery/promise-text.ts';
import { hashOf } from '#domain/desk/route.ts';
import { documentNames } from '#domain/documents/document.ts';
import { documentPaths } from '#domain/documents/document-paths.ts';
import { canCorrect, canCorrectBusiness, invoiceReplacement } from '#domain/orders/correction.ts';
import { disputeReason, disputeStatus, needsResponse } from '#domain/orders/disputes.ts';
import { hasInvoice } from '#domain/orders/order.ts';
import { refundedItems, refundReasons } from '#domain/orders/refund.ts';
import { refundStatuses, transferTitles } from '#domain/orders/refund-labels.ts';
import { registeredLine } from '#domain/orders/registered-line.ts';
import { paymentRules } from '#domain/payments/payment-methods.ts';
import { dayOf, formatDayTime } from '#lib/dates.ts';
import { fullName } from '#lib/full-name.ts';
import { formatPrice } from '#lib/money.ts';
import { CorrectionFields } from '#shared/order/CorrectionFields.tsx';
import { type CorrectedPart, useCorrection } from '#shared/order/useCorrection.ts';
import { Fact } from '#ui/Fact.tsx';
import { AddEmail } from './AddEmail.tsx';
import { EwayBill } from './EwayBill.tsx';
import { paymentState, undeliveredNote } from './labels.ts';
import { type DialogProps, OrderDialog } from './OrderDialogs.tsx';
import type { Detail } from './orders.api.ts';
import { WithdrawLinks } from './WithdrawLinks.tsx';

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel desk-facts">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** The delivery address, the recipient's contact details, and the promised days. */
export function DeliverTo({ detail, onChanged }: { detail: Detail; onChanged: () => void }) {
  const { order, seen, undelivered } = detail;
  const [correcting, setCorrecting] = useState(false);
  const { shippingAddress: to } = order;
  const promised = promisedDays(order);
  const replacement = replacementOf(order);
  return (
    <Panel title="Deliver to">
      <address>
        <strong>{fullName(to)}</strong>
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
      {!to.email && detail.account && <AddEmail detail={detail} onChanged={onChanged} />}
      {undelivered > 0 && (
        <p className="notice">{undeliveredNote(undelivered)} Call before you send another.</p>
      )}
      {promised && <p>Promised for {promised}</p>}
      {!replacement && canCorrect(order.status, 'operator') && (
        <p>
          <button type="button" className="button plain small flush" onClick={() => setCorrecting(true)}>
            Correct address
          </button>
        </p>
      )}
      {replacement?.isOpen && (
        <p>
          <button type="button" className="button plain small flush" onClick={() => setCorrecting(true)}>
            New invoice with another address
          </button>
        </p>
      )}
      {correcting && (
        <CorrectionDialog
          part="address"
          order={{ ...order, orderId: order.id, seen }}
          onClose={() => setCorrecting(false)}
          onStale={onChanged}
          onDone={onChanged}
        />
      )}
    </Panel>
  );
}

/** The courier, the parcel's number, the invoice and the credit notes. */
export function Shipment({ detail, onChanged }: { detail: Detail; onChanged: () => void }) {
  const { order, lacksInvoice, ewayBill } = detail;
  const { trackingId, trackingUrl, courier } = order;
  const hasBill = ewayBill.number !== null || (ewayBill.needed && ewayBill.open);
  if (!trackingId && !order.invoiced && !hasBill) return null;
  return (
    <Panel title={trackingId ? 'Parcel' : 'Documents'}>
      {trackingId && (
        <dl className="stack gap-2">
          <Fact name="Courier">{courier}</Fact>
          <Fact name="Number">
            {trackingUrl ? (
              <a href={trackingUrl} target="_blank" rel="noopener noreferrer">
                {trackingId}
              </a>
            ) : (
              trackingId
            )}
          </Fact>
        </dl>
      )}
      {hasBill && <EwayBill detail={detail} onChanged={onChanged} />}
      {hasInvoice(order) && !lacksInvoice && (
        <p>
          <a href={documentPaths.ofOrder(order.id)}>Invoice</a>
        </p>
      )}
      {[
        ...order.creditNotes.map((number) => ({ kind: 'credit_note' as const, number })),
        ...order.debitNotes.map((number) => ({ kind: 'debit_note' as const, number })),
      ].map(({ kind, number }) => (
        <p key={number}>
          <a href={documentPaths.ofOrder(order.id, number)}>
            {documentNames[kind]} {number}
          </a>
        </p>
      ))}
    </Panel>
  );
}

/** Says that an order has no documents, and what to do. */
export const NoDocuments = () => (
  <div className="notice stack gap-2">
    <p>
      <strong>No invoice and no credit notes</strong>
    </p>
    <p>
      This parcel was shipped before all its products had an HSN code and a GST rate. If the shopper needs an
      invoice, ask your accountant to write it, and a credit note for every refund.
    </p>
  </div>
);

/** The payment method, its state, the provider's ids, and the business that the invoice is for. */
export function Payment({
  detail: { order, payment, seen },
  onChanged,
}: {
  detail: Detail;
  onChanged: () => void;
}) {
  const [correcting, setCorrecting] = useState(false);
  const { business } = order;
  const replacement = replacementOf(order);
  return (
    <Panel title="Payment">
      <dl className="stack gap-2">
        <Fact name="Method">{paymentRules[order.paymentMethod].name}</Fact>
        <Fact name="State">{paymentState(order)}</Fact>
        {business && (
          <Fact name="GST invoice for">
            {business.businessName}
            <span className="desk-second">
              GSTIN {business.gstin}
              {business.sez && ', special economic zone'}
            </span>
            <span className="desk-second">
              {business.registeredAddress
                ? registeredLine(business)
                : 'Its registered address is not known: invoices leave it out.'}
            </span>
          </Fact>
        )}
        {payment && payment.received !== payment.amount && (
          <Fact name="Paid">
            {formatPrice(payment.received)} for {formatPrice(payment.amount)}
          </Fact>
        )}
        {payment?.providerId && <Fact name="Provider’s id">{payment.providerId}</Fact>}
        {payment?.paymentId && <Fact name="Payment">{payment.paymentId}</Fact>}
        {payment?.holdUntil && order.status === 'Payment Pending' && (
          <Fact name="Stock held until">{formatDayTime(payment.holdUntil)}</Fact>
        )}
        {payment && payment.asked > 0 && <Fact name="Provider asked">{payment.asked} times</Fact>}
        {payment?.nextAskAt && <Fact name="Asked next">{formatDayTime(payment.nextAskAt)}</Fact>}
      </dl>
      {replacement && <p className="soft small">{replacement.text}</p>}
      {(replacement ? replacement.isOpen : canCorrectBusiness(order.status)) && (
        <p>
          <button type="button" className="button plain small flush" onClick={() => setCorrecting(true)}>
            {replacement
              ? 'New invoice with other GST details'
              : business
                ? 'Correct GST details'
                : 'Add a GSTIN'}
          </button>
        </p>
      )}
      {correcting && (
        <CorrectionDialog
          part="business"
          order={{ ...order, orderId: order.id, seen }}
          onClose={() => setCorrecting(false)}
          onStale={onChanged}
          onDone={onChanged}
        />
      )}
    </Panel>
  );
}

/** The order's refunds. */
export function Refunds({ refunds }: { refunds: Detail['order']['refunds'] }) {
  return (
    <Panel title="Refunds">
      <dl className="stack gap-2">
        {refunds.map((refund) => (
          <Fact key={refund.id} name={formatPrice(refund.amount)}>
            {refund.transfer === 'exchange'
              ? 'Exchanged'
              : `${refundStatuses[refund.status]}${refund.transfer ? `: ${transferTitles[refund.transfer]}` : ''}`}
            {refund.doneAt && `, ${formatDayTime(refund.doneAt)}`}
            <span className="desk-second">
              {[refundReasons[refund.reason].label, refund.note, ...refundedItems(refund)]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <span className="desk-second">{refund.transferReference ?? refund.providerId}</span>
            {refund.failure && <span className="desk-failure">{refund.failure}</span>}
          </Fact>
        ))}
      </dl>
      {refunds.some(({ status }) => status !== 'done' && status !== 'too_small') && (
        <p>
          <a href={hashOf({ screen: 'refunds' })}>Go to Refunds</a>
        </p>
      )}
    </Panel>
  );
}

/** Disputed payments. The shop answers them in the provider's dashboard. */
export function Disputes({ disputes }: { disputes: Detail['disputes'] }) {
  return (
    <Panel title="Disputes">
      <dl className="stack gap-2">
        {disputes.map(({ id, amount, currency, reason, status, respondBy, openedAt }) => (
          <Fact
            key={id}
            name={currency === 'INR' ? formatPrice(amount) : `${currency} ${plainRupees(amount)}`}
          >
            {disputeStatus(status)}
            {respondBy && needsResponse(status) && (
              <span className="desk-failure">Answer by {formatDayTime(respondBy)}</span>
            )}
            <span className="desk-second">{disputeReason(reason)}</span>
            <span className="desk-second">
              {id.split(':')[1]}, since {formatDayTime(openedAt)}
            </span>
          </Fact>
        ))}
      </dl>
    </Panel>
  );
}

/** The account of the order, or the guest who placed it, with a link to the other orders. */
export function Account({ detail, onChanged }: { detail: Detail; onChanged: () => void }) {
  const { account } = detail;
  return (
    <Panel title={account?.guest ? 'Guest' : 'Account'}>
      {account ? (
        <>
          <p>
            <a href={hashOf({ screen: 'customers', id: account.id })}>{account.name || account.email}</a>
            <span className="desk-second">{account.email}</span>
          </p>
          {account.others > 0 && (
            <p>
              <a href={hashOf({ screen: 'orders', params: { account: account.id } })}>
                {account.others === 1 ? '1 other order' : `${account.others} other orders`}
              </a>
            </p>
          )}
          {account.guest && <WithdrawLinks detail={detail} onChanged={onChanged} />}
        </>
      ) : (
        <p className="soft">The account was deleted.</p>
      )}
    </Panel>
  );
}

/** What can be done about the recipient of the invoice; undefined before there is one. */
const replacementOf = (order: Detail['order']) => invoiceReplacement({ ...order, today: dayOf(Date.now()) });

type CorrectionProps = DialogProps & { order: Detail['order']; part: CorrectedPart };

/** Corrects name, address and phone of an order, or the business that its invoice is for. */
function CorrectionDialog({ order, part, ...rest }: CorrectionProps) {
  const isNewInvoice = replacementOf(order) !== undefined;
  const correction = useCorrection({ ...order, _id: order.orderId }, part, isNewInvoice);
  return (
    <OrderDialog
      {...rest}
      order={order}
      title={`${isNewInvoice ? 'New invoice' : part === 'address' ? 'Address' : 'GST invoice'} of ${order.reference}`}
      action={correction.quote ? 'The shopper agrees' : 'Save'}
      submit={({ seen }) => correction.submit(seen)}
    >
      {isNewInvoice && (
        <p className="notice">
          A credit note takes the whole invoice back, and a new one is issued. The shopper gets both by email.
        </p>
      )}
      <CorrectionFields correction={correction} part={part} />
    </OrderDialog>
  );
}
