import { type ReactNode, useState } from 'react';
import { hashOf, type Route, viewOf } from '#domain/desk/route.ts';
import { returnMethods, takesPostage } from '#domain/returns/return.ts';
import {
  type ReturnAction,
  returnActions,
  returnActionsFor,
  returnQueues,
} from '#domain/returns/return-labels.ts';
import { api, send } from '#lib/api.ts';
import { formatDay, formatDayTime } from '#lib/dates.ts';
import { keysOf } from '#lib/keys.ts';
import PhotoList from '#shared/photos/PhotoList.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import type { DeskReturn } from '../answers.ts';
import { formatRupees } from '../format-rupees.ts';
import { TableList } from '../ui/List.tsx';
import { usePages } from '../ui/usePages.ts';
import { CheckReturn, MoveReturn, RefundPostage, statusOf } from './ReturnDialogs.tsx';
import { ReturnUnits } from './ReturnUnits.tsx';
import '../orders/orders.css';
import './returns.css';

/** The queues of returns: to decide, on their way, ended. */
export default function Returns({ route: { params } }: { route: Route }) {
  const queue = viewOf(returnQueues, params.queue);
  const pages = usePages(
    `returns ${queue}`,
    (after) => send(api.desk.returns.$get({ query: { queue, after } })),
    ({ returns }) => returns,
  );
  const [open, setOpen] = useState<{ one: DeskReturn; to: ReturnAction | 'postage' }>();
  const dialog = open && { one: open.one, onClose: () => setOpen(undefined), onChanged: pages.reload };
  return (
    <>
      <h1>Returns</h1>
      <nav className="actions" aria-label="Queues">
        {keysOf(returnQueues).map((one) => (
          <a
            key={one}
            className={`button small ${one === queue ? '' : 'quiet'}`}
            aria-current={one === queue ? 'page' : undefined}
            href={hashOf({ screen: 'returns', params: { queue: one } })}
          >
            {returnQueues[one]}
          </a>
        ))}
      </nav>
      <TableList
        pages={pages}
        empty={emptyTexts[queue]}
        keyOf={({ _id }) => _id}
        columns={[
          ['Return', headOf],
          ['What', unitsOf],
          ['Status', stateOf],
          ['Next step', (one) => <Steps one={one} onStep={(to) => setOpen({ one, to })} />, 'steps'],
        ]}
      />
      {dialog && open.to === 'Checked' && <CheckReturn {...dialog} />}
      {dialog && open.to === 'postage' && <RefundPostage {...dialog} />}
      {dialog && open.to !== 'Checked' && open.to !== 'postage' && <MoveReturn {...dialog} to={open.to} />}
    </>
  );
}

const emptyTexts = {
  requested: 'No return waits for a decision.',
  coming: 'No return is on its way.',
  ended: 'No return has ended yet.',
} as const;

const headOf = ({ orderId, reference, name, phone, date }: DeskReturn) => (
  <>
    <a className="desk-order-link" href={hashOf({ screen: 'orders', id: orderId })}>
      {reference}
    </a>
    <span className="desk-second">{[name, phone].filter(Boolean).join(' · ')}</span>
    <span className="desk-second">{formatDayTime(date)}</span>
  </>
);

const unitsOf = ({ lines, note, method, photos, reference }: DeskReturn) => (
  <>
    <ReturnUnits lines={lines}>
      {note && <li className="desk-text">“{note}”</li>}
      <li className="desk-second">{returnMethods[method]}</li>
    </ReturnUnits>
    {photos.length > 0 && <PhotoList photos={photos} label={`Return ${reference}`} />}
  </>
);

const tones = {
  Requested: 'pending',
  Approved: 'moving',
  'In Transit': 'moving',
  Checked: 'done',
  Refunded: 'done',
  Declined: 'ended',
  Cancelled: 'ended',
} as const;

const stateOf = ({ status, exchange, decidedAt, sentAt, endedAt, amount, postage, paid }: DeskReturn) => {
  const since = endedAt ?? sentAt ?? decidedAt;
  return (
    <>
      <StatusBadge tone={tones[status]}>
        {status === 'Checked' && exchange ? 'Exchanged' : status}
      </StatusBadge>
      {since && <span className="desk-second">since {formatDay(since)}</span>}
      {amount !== null && <span className="desk-second">{formatRupees(amount)}</span>}
      {postage !== null && <span className="desk-second">{formatRupees(postage)} postage</span>}
      {!paid && <span className="desk-second">Its cash is not recorded</span>}
    </>
  );
};

type StepsProps = { one: DeskReturn; onStep: (to: ReturnAction | 'postage') => void };

/** The steps that are possible now; the expected one is the first. */
function Steps({ one, onStep }: StepsProps): ReactNode {
  const status = statusOf(one);
  const actions = returnActionsFor(status);
  return (
    <>
      {actions.map((to, n) => (
        <button
          key={to}
          type="button"
          className={`button small ${n ? 'quiet' : ''}`}
          aria-label={`${returnActions[to]} ${one.reference}`}
          onClick={() => onStep(to)}
        >
          {returnActions[to]}
        </button>
      ))}
      {takesPostage(status) && one.postage === null && (
        <button
          type="button"
          className="button small quiet"
          aria-label={`Refund postage ${one.reference}`}
          onClick={() => onStep('postage')}
        >
          Refund postage
        </button>
      )}
    </>
  );
}
