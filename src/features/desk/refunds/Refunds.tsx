import { useState } from 'react';
import { paymentMethodNames } from '#features/orders/order.ts';
import { api, type ResponseOf, send } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { hashOf, type Route, viewOf } from '../route.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { TableList } from '../ui/List.tsx';
import { usePages } from '../ui/usePages.ts';
import { refundQueues, refundReasons, refundStatuses } from './labels.ts';
import '../orders/orders.css';
import { keysOf } from '#lib/keys.ts';
import { formatRupees } from '../format-rupees.ts';
import { readProof } from '../ui/proof.ts';

type Refund = ResponseOf<typeof api.desk.refunds.$get>['refunds'][number];

/** The queues of refunds. An operator confirms each refund with their password. */
export default function Refunds({ route: { params } }: { route: Route }) {
  const queue = viewOf(refundQueues, params.queue);
  const pages = usePages(
    `refunds ${queue}`,
    (after) => send(api.desk.refunds.$get({ query: { queue, after } })),
    ({ refunds }) => refunds,
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
      <TableList
        pages={pages}
        empty={queue === 'due' ? 'No refunds wait to be confirmed.' : 'There are no refunds here.'}
        keyOf={({ _id }) => _id}
        columns={[
          ['Order', orderOf],
          ['Amount', amountOf, 'number'],
          ['Why', ({ reason }) => refundReasons[reason]],
          ['State', stateOf],
          [
            'Next step',
            (refund) =>
              refund.status !== 'done' && (
                <button
                  type="button"
                  className={`button small ${refund.status === 'sent' ? 'quiet' : ''}`}
                  aria-label={`${actionOf(refund.status)} ${refund.reference}`}
                  onClick={() => setSelected(refund)}
                >
                  {actionOf(refund.status)}
                </button>
              ),
            'steps',
          ],
        ]}
      />
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

const orderOf = ({ orderId, reference, name, date }: Refund) => (
  <>
    <a className="desk-order-link" href={hashOf({ screen: 'orders', id: orderId })}>
      {reference}
    </a>
    <span className="desk-second">{[name, formatMoment(date)].filter(Boolean).join(' · ')}</span>
  </>
);

const amountOf = ({ amount, method }: Refund) => (
  <>
    {formatRupees(amount)}
    <span className="desk-second">{paymentMethodNames[method]}</span>
  </>
);

const stateOf = ({ status, failure, done, confirmedBy }: Refund) => (
  <>
    {refundStatuses[status]}
    {(done || confirmedBy) && (
      <span className="desk-second">
        {[done && formatMoment(done), confirmedBy && `by ${confirmedBy}`].filter(Boolean).join(', ')}
      </span>
    )}
    {failure && <span className="desk-failure">{failure}</span>}
  </>
);

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
      onChanged={onChanged}
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
