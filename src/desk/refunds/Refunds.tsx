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
import type { Errors } from '#ui/useFields.ts';
import { useLoad } from '#ui/useLoad.ts';
import { DeskList, type DialogEnds } from '../ui/DeskList.tsx';
import { DialogField, textOf } from '../ui/DialogField.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import '../orders/orders.css';
import { keysOf } from '#lib/keys.ts';
import { formatPrice } from '#lib/money.ts';
import { readProof } from '../ui/proof.ts';
import type { Column } from '../ui/Table.tsx';
import { canGoTogether, type Refund, SendMany } from './SendMany.tsx';

/** The queues of refunds. An operator confirms them with their password, each or several together. */
export default function Refunds({ route }: { route: Route }) {
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const choose = (refunds: readonly Refund[], on: boolean) =>
    setChosenIds((before) => {
      const ids = new Set(before);
      for (const { id } of refunds) on ? ids.add(id) : ids.delete(id);
      return ids;
    });
  const isDue = viewOf(refundQueues, route.params.queue) === 'due';
  const togetherOf = (rows: readonly Refund[]) =>
    isDue ? rows.filter(canGoTogether).slice(0, refundLimit) : [];
  return (
    <DeskList
      route={route}
      title="Refunds"
      views={{ param: 'queue', options: refundQueues }}
      load={({ view: queue, after }) => send(api.desk.refunds.$get({ query: { queue, after } }))}
      above={({ rows, reload }) => {
        const all = togetherOf(rows);
        const chosen = all.filter(({ id }) => chosenIds.has(id));
        return isDue && <SendMany {...{ all, chosen }} onChoose={choose} onChanged={reload} />;
      }}
      empty={({ view }) =>
        view === 'due' ? 'No refunds wait to be confirmed.' : 'There are no refunds here.'
      }
      columns={({ rows }) => {
        const together = togetherOf(rows);
        return [
          ...(together.length > 1 ? [choiceOf(together, chosenIds, choose)] : []),
          ['Order', orderOf],
          ['Amount', amountOf, 'number'],
          ['Why', (refund) => <span className="desk-text">{reasonOf(refund)}</span>],
          ['Status', stateOf],
        ];
      }}
      actions={[
        {
          label: ({ status }) => actionOf(status),
          name: ({ status, orderReference }) => `${actionOf(status)} ${orderReference}`,
          when: ({ status }) => status !== 'done' && status !== 'too_small',
          isNext: ({ status }) => status !== 'sent',
          dialog: (refund, ends) => <Confirm refund={refund} {...ends} />,
        },
      ]}
    />
  );
}

/** The column in which refunds are chosen that are sent together. */
const choiceOf = (
  together: readonly Refund[],
  chosenIds: ReadonlySet<string>,
  choose: (refunds: readonly Refund[], on: boolean) => void,
): Column<Refund> => [
  'Choose',
  (refund) =>
    together.some(({ id }) => id === refund.id) && (
      <label className="tick">
        <input
          type="checkbox"
          aria-label={`Choose ${refund.orderReference}`}
          checked={chosenIds.has(refund.id)}
          onChange={({ target }) => choose([refund], target.checked)}
        />
      </label>
    ),
  'choice',
];

const orderOf = ({ orderId, orderReference, name, createdAt }: Refund) => (
  <>
    <a className="desk-order-link" href={hashOf({ screen: 'orders', id: orderId })}>
      {orderReference}
    </a>
    <span className="desk-second">{[name, formatDayTime(createdAt)].filter(Boolean).join(' · ')}</span>
  </>
);

const amountOf = ({ amount, method }: Refund) => (
  <>
    {formatPrice(amount)}
    <span className="desk-second">{refundWay(method)}</span>
  </>
);

const reasonOf = ({ reason, note }: Refund): string =>
  note ? `${refundReasons[reason].label}: ${note}` : refundReasons[reason].label;

const stateOf = ({
  status,
  failure,
  doneAt,
  confirmedBy,
  proposedBy,
  transfer,
  transferReference,
}: Refund) => (
  <>
    {refundStatuses[status]}
    {status === 'too_small' && (
      <span className="desk-second">It is added to the next refund of the order.</span>
    )}
    {status === 'due' && proposedBy && (
      <span className="desk-second">{`Entered by ${proposedBy}. A second operator confirms it`}</span>
    )}
    {transfer && <span className="desk-second">{`${transferTitles[transfer]} ${transferReference}`}</span>}
    {(doneAt || confirmedBy) && (
      <span className="desk-second">
        {[doneAt && formatDayTime(doneAt), confirmedBy && `by ${confirmedBy}`].filter(Boolean).join(', ')}
      </span>
    )}
    {failure && <span className="desk-failure">{failure}</span>}
  </>
);

const actionOf = (status: Refund['status']): string =>
  status === 'due' ? 'Send back' : status === 'failed' ? 'Try again' : 'Check again';

function Confirm({ refund, ...ends }: DialogEnds & { refund: Refund }) {
  const { id: refundId, status: seen, amount, orderReference, method, name } = refund;
  const byHand = method === null;
  const submit = async (form: FormData) => {
    const sent = byHand
      ? { transfer: textOf(form, 'transfer') as TransferKind, reference: textOf(form, 'reference') }
      : {};
    const json = { refundId, seen, ...sent, ...readProof(form) };
    const answer = await send(api.desk.refunds.confirm.$post({ json }));
    // A refusal or a missing answer of the provider has changed the refund too.
    if (!answer.ok && ['refund_refused', 'provider_silent'].includes(answer.code)) ends.onChanged();
    return answer;
  };
  return (
    <FormDialog
      title={`Send ${formatPrice(amount)} back?`}
      action={actionOf(seen)}
      password
      onSubmit={submit}
      {...ends}
    >
      {(errors) => (
        <>
          <p>
            {orderReference}
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
const Transfer = ({ errors }: { errors: Errors }) => (
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
