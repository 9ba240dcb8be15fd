import { useEffect, useRef, useState } from 'react';
import { hashOf } from '#domain/desk/route.ts';
import { type DeskEvent, hasPackingSlip, type OrderAction } from '#domain/orders/order-rules.ts';
import { toast } from '#ui/toast.dom.ts';
import { PrintMenu } from '../print/PrintMenu.tsx';
import { actionLabels, byImportance } from './action-labels.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { movedToast, undoMove } from './moved-toast.dom.ts';
import { NewEvents } from './NewEvents.tsx';
import { CashDialog, DeliveredDialog, NoteDialog, ReturnDialog } from './OrderDialogs.tsx';
import { changeOrder, changesSince, type Detail } from './orders.api.ts';
import { hasLeft, RefundDialog } from './RefundDialog.tsx';
import { ReplaceDialog } from './ReplaceDialog.tsx';
import TrackingDialog from './TrackingDialog.tsx';
import { TransferDialog } from './TransferDialog.tsx';
import { UndeliveredDialog } from './UndeliveredDialog.tsx';

type Props = { detail: Detail; onChanged: () => void };

/** Dialogs that are no steps of the order. */
type Other = 'note' | 'replace';

/** Actions that need no dialog. No two of them follow each other, so that a second click never makes the next move. */
const simple = ['Packing', 'Out for Delivery'] as const;
type Simple = (typeof simple)[number];
const isSimple = (action: OrderAction): action is Simple => simple.some((one) => one === action);

/** The usual next steps; the first possible one is the primary button. */
const nextSteps: readonly OrderAction[] = [
  'Packing',
  'Shipped',
  'Out for Delivery',
  'Delivered',
  'collect',
  'transfer',
];

/** A button for every possible action. */
export function OrderActions({ detail, onChanged }: Props) {
  const { order, seen } = detail;
  const can = detail.can.filter((one) => one !== 'refund' || hasLeft(detail.left)).toSorted(byImportance);
  const [openDialog, setOpenDialog] = useState<OrderAction | Other>();
  const [busy, setBusy] = useState<OrderAction>();
  const [done, setDone] = useState<OrderAction>();
  const [meanwhile, setMeanwhile] = useState<DeskEvent[]>([]);

  const step = async (status: Simple) => {
    setBusy(status);
    setMeanwhile([]);
    const answer = await changeOrder.move({ orderId: order.id, seen }, { status });
    setBusy(undefined);
    if (answer.ok) {
      setDone(status);
      movedToast(answer.data.message, { orderId: order.id, ...answer.data }, onChanged);
    } else {
      toast({ message: answer.message, kind: 'error' });
      setMeanwhile(changesSince(answer)?.changes ?? []);
    }
    onChanged();
  };
  const start = (action: OrderAction) => (isSimple(action) ? void step(action) : setOpenDialog(action));
  // The button of the last step keeps its place: a second click there must not hit the next one.
  const actions = done && !can.includes(done) ? [...can, done].toSorted(byImportance) : can;
  const first = can.find((action) => nextSteps.includes(action));

  return (
    <div className="desk-actions stack gap-3">
      <div className="actions">
        {actions.map((action) => (
          <button
            type="button"
            key={action}
            className={`button small ${action === first ? '' : 'quiet'}`}
            aria-busy={busy === action}
            disabled={busy !== undefined || !can.includes(action)}
            onClick={() => start(action)}
          >
            {actionLabels[action]}
          </button>
        ))}
        {order.status === 'Delivered' && order.paid && hasLeft(detail.left) && (
          <button type="button" className="button quiet small" onClick={() => setOpenDialog('replace')}>
            Replace
          </button>
        )}
        <button type="button" className="button quiet small" onClick={() => setOpenDialog('note')}>
          Add note
        </button>
        {hasPackingSlip(order.status) && (
          <a
            className="button quiet small"
            href={hashOf({ screen: 'orders', id: 'print', params: { ids: order.id, papers: 'slips' } })}
          >
            View packing slip
          </a>
        )}
        {detail.undo && (
          <Undo key={detail.undo.until} detail={detail} undo={detail.undo} onChanged={onChanged} />
        )}
        <PrintMenu orderIds={[order.id]} />
      </div>
      <NewEvents changes={meanwhile} />
      <Dialog
        action={openDialog}
        detail={detail}
        onClose={() => setOpenDialog(undefined)}
        onChanged={() => {
          setMeanwhile([]);
          onChanged();
        }}
      />
    </div>
  );
}

type UndoProps = Props & { undo: NonNullable<Detail['undo']> };

/** Undoes the last move, until its email is sent. */
function Undo({ detail, undo, onChanged }: UndoProps) {
  const [busy, setBusy] = useState(false);
  const changed = useRef(onChanged);
  changed.current = onChanged;
  useEffect(() => {
    const timer = setTimeout(() => changed.current(), undo.until - Date.now());
    return () => clearTimeout(timer);
  }, [undo.until]);
  const run = async () => {
    setBusy(true);
    await undoMove({ orderId: detail.order.id, seen: detail.seen });
    setBusy(false);
    onChanged();
  };
  return (
    <button
      type="button"
      className="button plain small"
      aria-label={`Undo ${undo.status}`}
      aria-busy={busy}
      disabled={busy}
      onClick={() => void run()}
    >
      Undo
    </button>
  );
}

function Dialog({
  action,
  detail,
  onClose,
  onChanged,
}: Props & { action: OrderAction | Other | undefined; onClose: () => void }) {
  const { order, seen } = detail;
  const asking = {
    order: { ...order, orderId: order.id, seen },
    onClose,
    onStale: onChanged,
    onDone: onChanged,
  };
  switch (action) {
    case 'Shipped':
      return <TrackingDialog {...asking} />;
    case 'correct':
      return (
        <TrackingDialog
          {...asking}
          trackingId={order.trackingId ?? undefined}
          courier={order.courier ?? undefined}
        />
      );
    case 'Cancelled':
      return <CancelDialog {...asking} />;
    case 'Returned':
      return <ReturnDialog {...asking} lateSince={detail.lateSince} />;
    case 'undelivered':
      return <UndeliveredDialog {...asking} lateSince={detail.lateSince} />;
    case 'Delivered':
      return <DeliveredDialog {...asking} />;
    case 'refund':
      return (
        <RefundDialog
          {...asking}
          left={detail.left}
          creditNote={!detail.lacksInvoice}
          lateSince={detail.lateSince}
        />
      );
    case 'collect':
      return <CashDialog {...asking} />;
    case 'transfer':
      return <TransferDialog {...asking} order={{ ...asking.order, left: order.left }} />;
    case 'replace':
      return <ReplaceDialog {...asking} />;
    case 'note':
      return <NoteDialog {...asking} />;
    default:
      return null;
  }
}
