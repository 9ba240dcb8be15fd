import { useState } from 'react';
import { paymentMethodNames } from '#features/orders/order.ts';
import { api, type ResponseOf, send } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { hashOf, type Route, viewOf } from '../route.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { List } from '../ui/List.tsx';
import { asPage, usePages } from '../ui/usePages.ts';
import { refundQueues, refundReasons, refundStatuses } from './labels.ts';
import '../orders/orders.css';
import { keysOf } from '#lib/keys.ts';
import { formatRupees } from '../format-rupees.ts';
import { readProof } from '../ui/proof.ts';
import { TableHead } from '../ui/TableHead.tsx';

type Answer = ResponseOf<typeof api.desk.refunds.$get>;
type Refund = Answer['refunds'][number];

/** The queues of refunds. An operator confirms each refund with their password. */
export default function Refunds({ route: { params } }: { route: Route }) {
  const queue = viewOf(refundQueues, params.queue);
  const pages = usePages(`refunds ${queue}`, async (after) =>
    asPage(await send(api.desk.refunds.$get({ query: { queue, after } })), ({ refunds }) => refunds),
  );
  const [selected, setSelected] = useState<Refund>();
  const current = pages.rows.find(({ _id }) => _id === selected?._id);
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
      <List
        pages={pages}
        empty={queue === 'due' ? 'No refunds wait to be confirmed.' : 'There are no refunds here.'}
      >
        {(rows) => (
          <table className="desk-table">
            <TableHead
              columns={['Order', { number: 'Amount' }, 'Why', 'State', { visuallyHidden: 'Next step' }]}
            />
            <tbody>
              {rows.map((refund) => (
                <Row key={refund._id} refund={refund} onSelect={setSelected} />
              ))}
            </tbody>
          </table>
        )}
      </List>
      {selected && (
        <Confirm
          refund={current ?? selected}
          onClose={() => setSelected(undefined)}
          onChanged={pages.reload}
        />
      )}
    </>
  );
}

function Row({ refund, onSelect }: { refund: Refund; onSelect: (refund: Refund) => void }) {
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
          {formatRupees(amount)}
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
      <td data-label="Next" className="desk-row-actions">
        {status !== 'done' && (
          <span>
            <button
              type="button"
              className={`button small ${status === 'sent' ? 'quiet' : ''}`}
              aria-label={`${actionOf(status)} ${reference}`}
              onClick={() => onSelect(refund)}
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
    const json = { refundId, seen, ...readProof(form) };
    const answer = await send(api.desk.refunds.confirm.$post({ json }));
    // A refusal or a missing answer of the provider has changed the refund too.
    if (!answer.ok && ['refund_refused', 'provider_silent'].includes(answer.code)) onChanged();
    return answer;
  };
  return (
    <FormDialog
      title={`Send ${formatRupees(amount)} back?`}
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
          ? 'The order was paid in cash. Confirm when you have sent the money by bank transfer.'
          : `The money is refunded to the original payment method: ${paymentMethodNames[method]}.`}
      </p>
    </FormDialog>
  );
}
