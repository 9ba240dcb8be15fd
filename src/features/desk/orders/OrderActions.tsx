import { useState } from 'react';
import { toast } from '#ui/toast.ts';
import { type Deed, type DeskEvent, hasSlip } from '../orders.ts';
import { hashOf } from '../route.ts';
import { Changes } from './Changes.tsx';
import { change, changesOf, type Detail } from './calls.ts';
import { byUse, deedNames } from './messages.ts';
import { AskCancel, AskCash, AskDelivered, AskNote, AskReturn, AskTracking } from './OrderDialogs.tsx';

type Props = { detail: Detail; onChanged: () => void };

/** Steps that need nothing but a click. */
const simple = ['Packing', 'Out for Delivery', 'Delivered'] as const;
type Simple = (typeof simple)[number];
const isSimple = (deed: Deed): deed is Simple => simple.some((one) => one === deed);

/** The way on, which one mostly comes for; the rest is quieter. */
const forwards: readonly Deed[] = ['Packing', 'Shipped', 'Out for Delivery', 'Delivered', 'collect'];

/** A button for everything that is possible now, and for nothing else. */
export function Deeds({ detail, onChanged }: Props) {
  const { order, seen } = detail;
  const can = detail.can.toSorted(byUse);
  const [asked, ask] = useState<Deed | 'note'>();
  const [busy, setBusy] = useState<Deed>();
  const [meanwhile, setMeanwhile] = useState<DeskEvent[]>([]);
  const owesCash = order.paymentMethod === 'cod' && !order.payment;

  const step = async (status: Simple) => {
    setBusy(status);
    setMeanwhile([]);
    const answer = await change.move({ orderId: order._id, seen }, { status });
    setBusy(undefined);
    if (answer.ok) toast({ message: answer.data.message });
    else {
      toast({ message: answer.message, kind: 'error' });
      setMeanwhile(changesOf(answer)?.changes ?? []);
    }
    onChanged();
  };
  const begin = (deed: Deed) =>
    isSimple(deed) && !(deed === 'Delivered' && owesCash) ? void step(deed) : ask(deed);
  const first = can.find((deed) => forwards.includes(deed));

  return (
    <div className="desk-deeds">
      <div className="actions">
        {can.map((deed) => (
          <button
            type="button"
            key={deed}
            className={`button small ${deed === first ? '' : 'quiet'}`}
            aria-busy={busy === deed}
            disabled={busy !== undefined}
            onClick={() => begin(deed)}
          >
            {deedNames[deed]}
          </button>
        ))}
        <button type="button" className="button quiet small" onClick={() => ask('note')}>
          Add note
        </button>
        {hasSlip(order.status) && (
          <a
            className="button plain small"
            href={hashOf({ screen: 'orders', id: 'slips', params: { order: order._id } })}
          >
            Packing slip
          </a>
        )}
      </div>
      <Changes changes={meanwhile} />
      <Dialog
        deed={asked}
        detail={detail}
        onClose={() => ask(undefined)}
        onChanged={() => {
          setMeanwhile([]);
          onChanged();
        }}
      />
    </div>
  );
}

function Dialog({
  deed,
  detail,
  onClose,
  onChanged,
}: Props & { deed: Deed | 'note' | undefined; onClose: () => void }) {
  const { order, seen } = detail;
  const asking = {
    order: { ...order, orderId: order._id, seen },
    onClose,
    onStale: onChanged,
    onDone: onChanged,
  };
  switch (deed) {
    case 'Shipped':
      return <AskTracking {...asking} />;
    case 'correct':
      return (
        <AskTracking
          {...asking}
          trackingId={order.trackingId ?? undefined}
          courier={order.courierPartner ?? undefined}
        />
      );
    case 'Cancelled':
      return <AskCancel {...asking} />;
    case 'Returned':
      return <AskReturn {...asking} />;
    case 'Delivered':
      return <AskDelivered {...asking} />;
    case 'collect':
      return <AskCash {...asking} />;
    case 'note':
      return <AskNote {...asking} />;
    default:
      return null;
  }
}
