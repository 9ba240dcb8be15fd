import { useState } from 'react';
import { hashOf, type Route, viewOf } from '#domain/desk/route.ts';
import { refundReasons, type TransferKind, transferNames } from '#domain/orders/refund.ts';
import {
  refundLimit,
  refundQueues,
  refundStatuses,
  refundWay,
  transferTitles,
} from '#domain/orders/refund-labels.ts';
import { api, send } from '#lib/api.ts';
import { formatDayTime } from '#lib/dates.ts';
import { useLoad } from '#ui/useLoad.ts';
import { DialogField, textOf } from '../ui/DialogField.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { TableList } from '../ui/List.tsx';
import { usePages } from '../ui/usePages.ts';
import '../orders/orders.css';
import { keysOf } from '#lib/keys.ts';
import { formatRupees } from '../format-rupees.ts';
import { readProof } from '../ui/proof.ts';
import { canGoTogether, type Refund, SendMany } from './SendMany.tsx';

/** The queues of refunds. An operator confirms them with their password, each or several together. */
export default function Refunds({ route: { params } }: { route: Route }) {
  const queue = viewOf(refundQueues, params.queue);
  const pages = usePages(
    `refunds ${queue}`,
    (after) => send(api.desk.refunds.$get({ query: { queue, after } })),
    ({ refunds }) => refunds,
  );
  const [selected, setSelected] = useState<Refund>();
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const together = queue === 'due' ? pages.rows.filter(canGoTogether).slice(0, refundLimit) : [];
  const chosen = together.filter(({ _id }) => chosenIds.has(_id));
  const choose = (refunds: readonly Refund[], on: boolean) =>
    setChosenIds((before) => {
      const ids = new Set(before);
      for (const { _id } of refunds) on ? ids.add(_id) : ids.delete(_id);
      return ids;
    });
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
      {queue === 'due' && (
        <SendMany all={together} chosen={chosen} onChoose={choose} onChanged={pages.reload} />
      )}
      <TableList
        pages={pages}
        empty={queue === 'due' ? 'No refunds wait to be confirmed.' : 'There are no refunds here.'}
        keyOf={({ _id }) => _id}
        columns={[
          ...(together.length > 1
            ? [
                [
                  'Choose',
                  (refund: Refund) =>
                    together.some(({ _id }) => _id === refund._id) && (
                      <label className="tick">
                        <input
                          type="checkbox"
                          aria-label={`Choose ${refund.reference}`}
                          checked={chosenIds.has(refund._id)}
                          onChange={({ target }) => choose([refund], target.checked)}
                        />
                      </label>
                    ),
                  'choice',
                ] as const,
              ]
            : []),
          ['Order', orderOf],
          ['Amount', amountOf, 'number'],
          ['Why', (refund) => <span className="desk-text">{reasonOf(refund)}</span>],
          ['Status', stateOf],
          [
            'Next step',
            (refund) =>
              refund.status === 'too_small' ? (
                <span className="desk-text">{nextOfTooSmall}</span>
              ) : (
                refund.status !== 'done' && (
                  <button
                    type="button"
                    className={`button small ${refund.status === 'sent' ? 'quiet' : ''}`}
                    aria-label={`${actionOf(refund.status)} ${refund.reference}`}
                    onClick={() => setSelected(refund)}
                  >
                    {actionOf(refund.status)}
                  </button>
                )
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
    <span className="desk-second">{[name, formatDayTime(date)].filter(Boolean).join(' · ')}</span>
  </>
);

const amountOf = ({ amount, method }: Refund) => (
  <>
    {formatRupees(amount)}
    <span className="desk-second">{refundWay(method)}</span>
  </>
);

const reasonOf = ({ reason, note }: Refund): string =>
  note ? `${refundReasons[reason].label}: ${note}` : refundReasons[reason].label;

const stateOf = ({ status, failure, done, confirmedBy, proposedBy, transfer, transferReference }: Refund) => (
  <>
    {refundStatuses[status]}
    {status === 'due' && proposedBy && (
      <span className="desk-second">{`Entered by ${proposedBy}. A second operator confirms it`}</span>
    )}
    {transfer && <span className="desk-second">{`${transferTitles[transfer]} ${transferReference}`}</span>}
    {(done || confirmedBy) && (
      <span className="desk-second">
        {[done && formatDayTime(done), confirmedBy && `by ${confirmedBy}`].filter(Boolean).join(', ')}
      </span>
    )}
    {failure && <span className="desk-failure">{failure}</span>}
  </>
);

const nextOfTooSmall = 'None. It is added to the next refund of the order.';

const actionOf = (status: Refund['status']): string =>
  status === 'due' ? 'Send back' : status === 'failed' ? 'Try again' : 'Check again';

type ConfirmProps = { refund: Refund; onClose: () => void; onChanged: () => void };

function Confirm({ refund, onClose, onChanged }: ConfirmProps) {
  const { _id: refundId, status: seen, amount, reference, method, name } = refund;
  const byHand = method === null;
  const submit = async (form: FormData) => {
    const sent = byHand
      ? { transfer: textOf(form, 'transfer') as TransferKind, reference: textOf(form, 'reference') }
      : {};
    const json = { refundId, seen, ...sent, ...readProof(form) };
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
      {(errors) => (
        <>
          <p>
            {reference}
            {name && `, ${name}`}. {reasonOf(refund)}.{' '}
            {byHand
              ? 'No payment takes it back. Confirm when you have sent the money.'
              : `The money is refunded to the original payment method: ${refundWay(method)}.`}
          </p>
          {byHand && <PayoutOf refundId={refundId} />}
          {byHand && <Transfer errors={errors} />}
        </>
      )}
    </FormDialog>
  );
}

/** Where the shopper wants the money; reading it is noted in the audit list. */
function PayoutOf({ refundId }: { refundId: string }) {
  const { load } = useLoad(refundId, () => send(api.desk.refunds.payout.$post({ json: { refundId } })));
  if (load.state !== 'ready') return null;
  if (!load.data.payouts.length)
    return (
      <p className="notice desk-text">
        The shopper has not said where to send it. Their order’s page asks them, and you can ask by phone.
      </p>
    );
  return load.data.payouts.map((text) => (
    <p className="notice desk-text" key={text}>
      {text}
    </p>
  ));
}

/** How cash was sent back, and what the bank calls it. */
const Transfer = ({ errors }: { errors: Record<string, string> }) => (
  <>
    <fieldset className="desk-choice">
      <legend>How have you sent it?</legend>
      {keysOf(transferNames).map((one) => (
        <label className="tick" key={one}>
          <input type="radio" name="transfer" value={one} required /> {transferTitles[one]}
        </label>
      ))}
    </fieldset>
    <DialogField
      label="Reference of the transfer"
      name="reference"
      required
      spellCheck={false}
      errors={errors}
      hint="The shopper sees it too."
    />
  </>
);
