import { useState } from 'react';
import { paymentMethodNames } from '#features/orders/order.ts';
import { type AnswerOf, api, send } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { refundQueues, refundReasons, refundStatuses } from '../refunds.ts';
import { hashOf, type Place, viewOf } from '../route.ts';
import { Ask } from '../ui/Ask.tsx';
import { List } from '../ui/List.tsx';
import { asPage, usePages } from '../ui/usePages.ts';
import '../orders/orders.css';
import { keysOf } from '#lib/keys.ts';
import { inRupees } from '../rupees.ts';
import { Head } from '../ui/Head.tsx';
import { proofOf } from '../ui/proof.ts';

type Answer = AnswerOf<typeof api.desk.refunds.$get>;
type Refund = Answer['refunds'][number];

/** Money that has to go back: each refund is confirmed by an operator, with their password. */
export default function Refunds({ place: { params } }: { place: Place }) {
  const queue = viewOf(refundQueues, params.queue);
  const pages = usePages(`refunds ${queue}`, async (after) =>
    asPage(await send(api.desk.refunds.$get({ query: { queue, after } })), ({ refunds }) => refunds),
  );
  const [asked, ask] = useState<Refund>();
  const current = pages.rows.find(({ _id }) => _id === asked?._id);
  return (
    <>
      <h1>Refunds</h1>
      <nav className="actions" aria-label="Queues">
        {keysOf(refundQueues).map((one) => (
          <a
            key={one}
            className={`button small ${one === queue ? '' : 'quiet'}`}
            aria-current={one === queue ? 'page' : undefined}
            href={hashOf({ screen: 'refunds', params: { queue: one } })}
          >
            {refundQueues[one]}
          </a>
        ))}
      </nav>
      <List pages={pages} empty={queue === 'due' ? 'No money has to go back.' : 'Nothing here.'}>
        {(rows) => (
          <table className="desk-table">
            <Head columns={['Order', { number: 'Amount' }, 'Why', 'State', { unseen: 'Next step' }]} />
            <tbody>
              {rows.map((refund) => (
                <Row key={refund._id} refund={refund} onAsk={ask} />
              ))}
            </tbody>
          </table>
        )}
      </List>
      {asked && <Confirm refund={current ?? asked} onClose={() => ask(undefined)} onChanged={pages.reload} />}
    </>
  );
}

function Row({ refund, onAsk }: { refund: Refund; onAsk: (refund: Refund) => void }) {
  const { orderId, reference, name, amount, method, reason, status, failure, date, done, confirmedBy } =
    refund;
  return (
    <tr>
      <td data-label="Order">
        <span>
          <a className="desk-order-link" href={hashOf({ screen: 'orders', id: orderId })}>
            {reference}
          </a>
          <span className="desk-second">{[name, formatMoment(date)].filter(Boolean).join(' · ')}</span>
        </span>
      </td>
      <td data-label="Amount" className="number">
        <span>
          {inRupees(amount)}
          <span className="desk-second">{paymentMethodNames[method]}</span>
        </span>
      </td>
      <td data-label="Why">{refundReasons[reason]}</td>
      <td data-label="State">
        <span>
          {refundStatuses[status]}
          {(done || confirmedBy) && (
            <span className="desk-second">
              {[done && formatMoment(done), confirmedBy && `by ${confirmedBy}`].filter(Boolean).join(', ')}
            </span>
          )}
          {failure && <span className="desk-failure">{failure}</span>}
        </span>
      </td>
      <td data-label="Next" className="desk-row-deeds">
        {status !== 'done' && (
          <span>
            <button
              type="button"
              className={`button small ${status === 'sent' ? 'quiet' : ''}`}
              aria-label={`${actionOf(status)} ${reference}`}
              onClick={() => onAsk(refund)}
            >
              {actionOf(status)}
            </button>
          </span>
        )}
      </td>
    </tr>
  );
}

const actionOf = (status: Refund['status']): string =>
  status === 'due' ? 'Send back' : status === 'failed' ? 'Try again' : 'Ask again';

type ConfirmProps = { refund: Refund; onClose: () => void; onChanged: () => void };

function Confirm({ refund, onClose, onChanged }: ConfirmProps) {
  const { _id: refundId, status: seen, amount, reference, method, name } = refund;
  const submit = async (form: FormData) => {
    const json = { refundId, seen, ...proofOf(form) };
    const answer = await send(api.desk.refunds.confirm.$post({ json }));
    // The provider's no, or its silence, has changed the refund too.
    if (!answer.ok && ['refund_refused', 'provider_silent'].includes(answer.code)) onChanged();
    return answer;
  };
  return (
    <Ask
      title={`Send ${inRupees(amount)} back?`}
      action={actionOf(seen)}
      password
      onSubmit={submit}
      onClose={onClose}
      onDone={onChanged}
      onStale={onChanged}
    >
      <p>
        {reference}
        {name && `, ${name}`}.{' '}
        {method === 'cod'
          ? 'It was paid in cash: confirm when you have sent the money by bank transfer.'
          : `It goes back the way it was paid: ${paymentMethodNames[method]}.`}
      </p>
    </Ask>
  );
}
