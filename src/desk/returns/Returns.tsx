import { hashOf, type Route } from '#domain/desk/route.ts';
import { returnMethods, takesPostage } from '#domain/returns/return.ts';
import {
  type ReturnAction,
  type ReturnQueue,
  returnActions,
  returnActionsFor,
  returnQueues,
} from '#domain/returns/return-labels.ts';
import { api, send } from '#lib/api.ts';
import { formatDay, formatDayTime } from '#lib/dates.ts';
import { keysOf } from '#lib/keys.ts';
import { formatPrice } from '#lib/money.ts';
import PhotoList from '#shared/photos/PhotoList.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import type { DeskReturn, ReturnPage } from '../answers.ts';
import { DeskList, type RowAction } from '../ui/DeskList.tsx';
import { CheckReturn, MoveReturn, RefundPostage, statusOf } from './ReturnDialogs.tsx';
import { ReturnUnits } from './ReturnUnits.tsx';
import '../orders/orders.css';
import './returns.css';

/** The queues of returns: to decide, on their way, ended. */
export default function Returns({ route }: { route: Route }) {
  return (
    <DeskList<ReturnPage, ReturnQueue>
      route={route}
      title="Returns"
      views={{ param: 'queue', options: returnQueues }}
      load={({ view: queue, after }) => send(api.desk.returns.$get({ query: { queue, after } }))}
      empty={({ view }) => emptyTexts[view]}
      columns={[
        ['Return', headOf],
        ['What', unitsOf],
        ['Status', stateOf],
      ]}
      actions={[...keysOf(returnActions).map(stepOf), postage]}
    />
  );
}

const emptyTexts = {
  requested: 'No return waits for a decision.',
  coming: 'No return is on its way.',
  ended: 'No return has ended yet.',
} as const;

/** A step of a return. */
const stepOf = (to: ReturnAction): RowAction<DeskReturn> => ({
  label: returnActions[to],
  name: ({ reference }) => `${returnActions[to]} ${reference}`,
  when: (one) => returnActionsFor(statusOf(one)).includes(to),
  isNext: (one) => returnActionsFor(statusOf(one))[0] === to,
  dialog: (one, ends) =>
    to === 'Checked' ? <CheckReturn one={one} {...ends} /> : <MoveReturn one={one} to={to} {...ends} />,
});

const postage: RowAction<DeskReturn> = {
  label: 'Refund postage',
  name: ({ reference }) => `Refund postage ${reference}`,
  when: (one) => takesPostage(statusOf(one)) && one.postage === null,
  dialog: (one, ends) => <RefundPostage one={one} {...ends} />,
};

const headOf = ({ orderId, reference, name, phone, createdAt }: DeskReturn) => (
  <>
    <a className="desk-order-link" href={hashOf({ screen: 'orders', id: orderId })}>
      {reference}
    </a>
    <span className="desk-second">{[name, phone].filter(Boolean).join(' · ')}</span>
    <span className="desk-second">{formatDayTime(createdAt)}</span>
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
      {amount !== null && <span className="desk-second">{formatPrice(amount)}</span>}
      {postage !== null && <span className="desk-second">{formatPrice(postage)} postage</span>}
      {!paid && <span className="desk-second">Its cash is not recorded</span>}
    </>
  );
};
