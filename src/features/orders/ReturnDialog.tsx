import { useEffect, useId, useRef, useState } from 'react';
import type { ApiOrder, Returnable, ReturnableItem } from '#domain/orders/order.ts';
import {
  faultOf,
  needsPhoto,
  photoMissingMessage,
  type ReturnMethod,
  type ReturnReason,
  returnMethods,
  returnReasons,
  shopFaults,
} from '#domain/returns/return.ts';
import { api, send } from '#lib/api.ts';
import { keysOf } from '#lib/keys.ts';
import { formatPrice, toPaise } from '#lib/money.ts';
import { policyPath } from '#lib/paths.ts';
import { ChooseUnits, type Chosen, chosenCount, countOf } from '#shared/order/ChooseUnits.tsx';
import { returnQuoteRows } from '#shared/order/return-quote.ts';
import { AddPhotos } from '#shared/photos/AddPhotos.tsx';
import { useAddedPhotos } from '#shared/photos/useAddedPhotos.ts';
import { FormEnd } from '#ui/FormEnd.tsx';
import { RadioField } from '#ui/RadioField.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { Sums } from '#ui/Sums.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.dom.ts';
import { refusedHere, useForm } from '#ui/useForm.ts';
import { useLoad } from '#ui/useLoad.ts';
import { noAccount, Payout, payoutOf, type Transfer } from './Payout.tsx';

type Props = {
  order: ApiOrder;
  returnable: Returnable;
  onClose: () => void;
  /** Called after the return was asked for, and when the order has changed meanwhile. */
  onChanged: () => void;
};

type Reasons = Readonly<Record<string, ReturnReason | ''>>;
const empty = { note: '', ...noAccount };

/** The dialog in which a shopper asks to return a delivered order, or a part of it. It opens when it is rendered. */
export default function ReturnDialog({ order, returnable, onClose, onChanged }: Props) {
  const { items } = returnable;
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const only = items.length === 1 && items[0]?.quantity === 1 ? items[0] : undefined;
  const [chosen, setChosen] = useState<Chosen>(only ? { [only._id]: 1 } : {});
  const [reasons, setReasons] = useState<Reasons>({});
  const [exchanges, setExchanges] = useState<Readonly<Record<string, string>>>({});
  const [method, setMethod] = useState<ReturnMethod>('pickup');
  const [transfer, setTransfer] = useState<Transfer>('upi');
  const added = useAddedPhotos();
  useEffect(() => dialog.current?.showModal(), []);
  const units = items.flatMap(({ _id }) => {
    const quantity = chosen[_id] ?? 0;
    const reason = reasons[_id];
    const exchangeFor = exchanges[_id];
    return quantity && reason ? [{ _id, quantity, reason, ...(exchangeFor && { exchangeFor }) }] : [];
  });
  const isChosen = units.length > 0 && units.length === items.filter(({ _id }) => chosen[_id]).length;
  const { load } = useLoad(isChosen ? JSON.stringify(units) : undefined, () =>
    send(api.order.returns.quote.$post({ json: { orderId: order._id, lines: units } })),
  );
  const quote = isChosen && load.state === 'ready' ? load.data.quote : undefined;
  const [mustSay, setMustSay] = useState(false);
  const byHand = mustSay || (quote?.toAccount ?? 0) > 0;

  const form = useForm({
    initial: empty,
    async send({ note, ...fields }) {
      const lines = items.flatMap((item) => {
        const { _id } = item;
        const quantity = chosen[_id] ?? 0;
        const reason = reasons[_id];
        const exchangeFor = wantedOf(item, quantity, reason, exchanges[_id]);
        return quantity ? [{ _id, quantity, reason, ...(exchangeFor && { exchangeFor }) }] : [];
      });
      if (lines.some(({ reason }) => !reason))
        return refusedHere('Please choose a reason for each product that you return.');
      if (!added.photos.length && lines.some(({ reason }) => reason && needsPhoto(reason)))
        return refusedHere(photoMissingMessage);
      if (isChosen && load.state === 'loading')
        return refusedHere('We are working out what you get back. Please look at it below, and send then.');
      const photos = await added.whenSent();
      if (!photos) return refusedHere('A photo was not sent. Please send it again, or remove it.');
      const json = {
        orderId: order._id,
        lines: lines as { _id: string; quantity: number; reason: ReturnReason }[],
        method,
        photos,
        ...(note.trim() && { note }),
        ...(byHand && { payout: payoutOf(transfer, fields) }),
      };
      const answer = await send(api.order.returns.request.$post({ json }));
      // The quote had not come.
      if (!answer.ok && answer.fields.payout) setMustSay(true);
      return answer;
    },
    onDone({ message }) {
      toast({ message });
      dialog.current?.close();
      onChanged();
    },
  });

  const photoCount = added.photos.length;
  const { setProblem } = form;
  // A photo may be what was missing.
  useEffect(() => {
    if (photoCount) setProblem(undefined);
  }, [photoCount, setProblem]);

  const count = chosenCount(chosen);
  return (
    <dialog ref={dialog} className="dialog order-return" aria-labelledby={title} onClose={onClose}>
      <form className="stack gap-5" ref={form.ref} onSubmit={form.onSubmit} noValidate>
        <h3 id={title}>Return from order {order.reference}</h3>
        <Conditions {...returnable} />
        {!only && <ChooseUnits items={items} chosen={chosen} onChange={setChosen} />}
        {items
          .filter(({ _id }) => chosen[_id])
          .map((item) => (
            <div className="stack gap-3" key={item._id}>
              <Reason
                item={item}
                value={reasons[item._id] ?? ''}
                onChange={(reason) => {
                  form.setProblem(undefined);
                  setReasons({ ...reasons, [item._id]: reason });
                }}
              />
              <Exchange
                item={item}
                quantity={chosen[item._id] ?? 0}
                reason={reasons[item._id]}
                value={exchanges[item._id] ?? ''}
                onChange={(wanted) => setExchanges({ ...exchanges, [item._id]: wanted })}
              />
            </div>
          ))}
        <TextField
          {...form.field('note')}
          label="What is wrong? (optional)"
          rows={2}
          maxLength={1000}
          hint="It helps us to answer you sooner."
        />
        <AddPhotos
          added={added}
          label="Photos"
          hint="Up to three. Needed if it is damaged or not what you ordered. Only you and we see them."
        />
        <RadioField
          legend="How does it come to us?"
          name="method"
          value={method}
          options={returnMethods}
          onChange={setMethod}
        />
        {quote && <Sums rows={returnQuoteRows(quote, priceOf)} />}
        {isChosen && load.state === 'failed' && <p className="notice small">{load.failure.message}</p>}
        {byHand && <Payout form={form} transfer={transfer} onTransfer={setTransfer} />}
        <p className="small soft">
          {byHand
            ? 'We send the money there once we have checked what came back.'
            : 'We refund it to the card, UPI or account that you paid with, once we have checked what came back.'}{' '}
          <a href={policyPath('refund')}>How returns work</a>
        </p>
        <FormEnd {...form} onCancel={() => dialog.current?.close()}>
          <span>{count ? `Return ${count} of ${countOf(items)}` : 'Choose what to return'}</span>
        </FormEnd>
      </form>
    </dialog>
  );
}

/** What a return depends on, and who pays for the way. */
const Conditions = ({ condition, postageMost }: Returnable) =>
  condition && (
    <p className="small">
      One condition: {condition}. It does not count if the fault is ours: then you choose the money back or
      the same product again. The pickup is free
      {postageMost !== undefined && `; if you post it, we refund the postage up to ${priceOf(postageMost)}`}.
    </p>
  );

type ReasonProps = {
  item: ReturnableItem;
  value: ReturnReason | '';
  onChange: (reason: ReturnReason) => void;
};

/** Why one product comes back. Where its category is excluded, only faults of the shop are offered. */
function Reason({ item: { name, onlyFaulty }, value, onChange }: ReasonProps) {
  const reasons = onlyFaulty ? shopFaults : keysOf(returnReasons);
  const options = {
    '': 'Please choose',
    ...Object.fromEntries(reasons.map((one) => [one, returnReasons[one].label])),
  } as Record<ReturnReason | '', string>;
  return (
    <SelectField
      label={`Why do you return ${name}?`}
      name="reason"
      value={value}
      options={options}
      onChange={(reason) => reason && onChange(reason)}
    >
      {onlyFaulty ? <p className="hint">For hygiene, it comes back only for one of these reasons.</p> : null}
    </SelectField>
  );
}

/** What can be sent instead of the money, by id: the same item for a fault of the shop, or another size or shade. */
function optionsOf(
  { _id, exchanges, replaceable = 0 }: ReturnableItem,
  quantity: number,
  reason: ReturnReason | '' | undefined,
): [id: string, label: string][] {
  const isFault = reason ? faultOf(reason) === 'shop' : false;
  return [
    ...(isFault && replaceable >= quantity ? [[_id, 'The same product again'] as [string, string]] : []),
    ...exchanges
      .filter(({ left, difference }) => left >= quantity && difference <= 0)
      .map(({ _id: id, label, difference }): [string, string] => [
        id,
        difference ? `${label}, and ${each(difference)} back${quantity > 1 ? ' for each' : ''}` : label,
      ]),
  ];
}

/** What was chosen, unless the reason or the number has made it impossible. */
const wantedOf = (
  item: ReturnableItem,
  quantity: number,
  reason: ReturnReason | '' | undefined,
  chosen: string | undefined,
): string | undefined => optionsOf(item, quantity, reason).find(([id]) => id === chosen)?.[0];

type ExchangeProps = {
  item: ReturnableItem;
  quantity: number;
  reason: ReturnReason | '' | undefined;
  value: string;
  onChange: (exchangeFor: string) => void;
};

const priceOf = (rupees: number): string => formatPrice(toPaise(rupees) ?? 0);

const each = (rupees: number): string => priceOf(Math.abs(rupees));

/** The money back, the same item, or another size or shade. What costs more is named, since a parcel cannot collect a difference. */
function Exchange({ item, quantity, reason, value, onChange }: ExchangeProps) {
  const { name } = item;
  const dearer = item.exchanges.filter(({ left, difference }) => left >= quantity && difference > 0);
  const possible = optionsOf(item, quantity, reason);
  if (!possible.length && !dearer.length) return null;
  const options = Object.fromEntries([['', 'The money back'], ...possible]);
  return (
    <SelectField
      label={`What would you like for ${name}?`}
      name="exchange"
      value={value in options ? value : ''}
      options={options}
      onChange={onChange}
    >
      <p className="hint">
        {value
          ? 'We send it once we have checked what came back. If it is sold out by then, you get the money.'
          : dearer
              .map(
                ({ label, difference }) =>
                  `${label} costs ${each(difference)} more: choose the money back, and order it.`,
              )
              .join(' ')}
      </p>
    </SelectField>
  );
}
