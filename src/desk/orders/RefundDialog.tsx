import { Fragment, useState } from 'react';
import { amountOf, type GivenBack, reduceOrder } from '#domain/orders/reductions.ts';
import { keysOf } from '#lib/keys.ts';
import { formatPrice } from '#lib/money.ts';
import { QuantityStepper } from '#ui/QuantityStepper.tsx';
import { DialogField, textOf } from '../ui/DialogField.tsx';
import { paiseOf } from '../ui/paise-of.ts';
import { type GivingBackProps, LateNote, OrderDialog, reasonField } from './OrderDialogs.tsx';
import { changeOrder, type Detail } from './orders.api.ts';

type Left = Detail['left'];
/** Where the refunded units of a line are. The operator has to say it. */
const whereabouts = {
  restock: 'Came back, can be sold again',
  waste: 'Came back, cannot be sold again',
  kept: 'The shopper keeps it',
} as const;
/** Units of a line to refund. */
type Chosen = { quantity: number; where?: keyof typeof whereabouts };
const none: Chosen = { quantity: 0 };

/** Whether anything of an order can still be refunded. */
export const hasLeft = ({ lines, delivery }: Left): boolean =>
  delivery > 0 || lines.some(({ quantity, amount }) => quantity > 0 || amount > 0);

/** @property creditNote whether the order has an invoice, so that the refund gets a credit note */
type Props = GivingBackProps & { left: Left; creditNote: boolean };

/** Refunds units of an order, its delivery, or an amount. The refund then waits to be confirmed. */
export function RefundDialog({ order, left, creditNote, lateSince, ...rest }: Props) {
  const [byAmount, setByAmount] = useState(false);
  const [chosen, setChosen] = useState<Readonly<Record<number, Chosen>>>({});
  const [delivery, setDelivery] = useState(false);
  const [isOurs, setIsOurs] = useState(false);
  const lines = left.lines.flatMap(({ position }) => {
    const { quantity, where } = chosen[position] ?? none;
    const isBack = where === 'restock' || where === 'waste';
    return quantity ? [{ position, quantity, returned: isBack, restock: where === 'restock' }] : [];
  });
  const fault = isOurs ? ('shop' as const) : ('shopper' as const);
  const sum = reduceOrder(left, { lines: lines.map((line) => ({ ...line, fault })), delivery });
  const most = left.lines.reduce((sum, { amount }) => sum + amount, left.delivery);
  return (
    <OrderDialog
      {...rest}
      order={order}
      title={`Refund of ${order.reference}`}
      action={!byAmount && sum.ok ? `Refund ${formatPrice(sum.amount)}` : 'Refund'}
      disabled={!byAmount && lines.length === 0 && !delivery}
      fields={{
        reason: reasonField(
          'Reason',
          creditNote ? 'The shopper sees it, also on the credit note.' : 'The shopper sees it.',
        ),
      }}
      submit={(version, { reason }, form) =>
        changeOrder.refund(version, {
          reason,
          ...(byAmount ? { amount: paiseOf(textOf(form, 'amount')) } : { lines, delivery, fault }),
        })
      }
      intro={
        <>
          {most > 0 && (
            <fieldset className="desk-choice">
              <legend>What is refunded?</legend>
              <label className="tick">
                <input type="radio" name="by" checked={!byAmount} onChange={() => setByAmount(false)} />{' '}
                Products
              </label>
              <label className="tick">
                <input type="radio" name="by" checked={byAmount} onChange={() => setByAmount(true)} /> An
                amount
              </label>
            </fieldset>
          )}
          {byAmount ? (
            <DialogField
              label="Amount in rupees"
              name="amount"
              inputMode="decimal"
              pattern="\d+(\.\d{1,2})?"
              required
              hint={`At most ${formatPrice(most)}. It is divided among the products by value. No product comes back.`}
            />
          ) : (
            <Products
              left={left}
              chosen={chosen}
              onChange={setChosen}
              delivery={delivery}
              onDelivery={setDelivery}
            />
          )}
          {!byAmount && lines.some(({ returned }) => returned) && (
            <label className="tick">
              <input type="checkbox" checked={isOurs} onChange={({ target }) => setIsOurs(target.checked)} />{' '}
              It is our fault: what was invoiced goes back, and the code stays
            </label>
          )}
          {!byAmount && sum.ok && <Parts given={sum} left={left} creditNote={creditNote} />}
        </>
      }
    >
      <LateNote lateSince={lateSince} />
    </OrderDialog>
  );
}

/** The parts of a refund before it is made: what is credited, and what kept goods cost more without the code. */
function Parts({ given, left, creditNote }: { given: GivenBack; left: Left; creditNote: boolean }) {
  const credited = amountOf(given.reductions);
  const nameOf = (orderId: string | undefined, position: number) =>
    (orderId ? left.elsewhere.filter((line) => line.orderId === orderId) : left.lines).find(
      (line) => line.position === position,
    )?.name;
  return (
    <dl className="desk-sums">
      <dt>{creditNote ? 'Credit note' : 'Given back'}</dt>
      <dd>{formatPrice(credited)}</dd>
      {given.debits.map(({ orderId, position, amount }) => (
        <Fragment key={`${orderId} ${position}`}>
          <dt>Without the code, {nameOf(orderId, position)} costs more</dt>
          <dd>−{formatPrice(amount)}</dd>
        </Fragment>
      ))}
      <dt>Refund</dt>
      <dd>{formatPrice(given.amount)}</dd>
    </dl>
  );
}

type ProductsProps = {
  left: Left;
  chosen: Readonly<Record<number, Chosen>>;
  onChange: (chosen: Readonly<Record<number, Chosen>>) => void;
  delivery: boolean;
  onDelivery: (delivery: boolean) => void;
};

/** The products that are left to refund, and the delivery. */
function Products({ left, chosen, onChange, delivery, onDelivery }: ProductsProps) {
  return (
    <ul className="desk-refund-lines">
      {left.lines
        .filter(({ quantity }) => quantity > 0)
        .map(({ position, name, quantity, amount }) => {
          const units = chosen[position] ?? none;
          const set = (change: Partial<Chosen>) =>
            onChange({ ...chosen, [position]: { ...units, ...change } });
          return (
            <li className="split" key={position}>
              <span>
                {name}
                <span className="desk-second">
                  {quantity} left, {formatPrice(amount)}
                </span>
              </span>
              <QuantityStepper
                label={name}
                value={units.quantity}
                min={0}
                max={quantity}
                onChange={(count) => set({ quantity: count })}
              />
              {units.quantity > 0 && (
                <fieldset className="desk-choice desk-refund-units">
                  <legend>Where {units.quantity === 1 ? 'is it' : 'are they'} now?</legend>
                  {keysOf(whereabouts).map((where) => (
                    <label className="tick" key={where}>
                      <input
                        type="radio"
                        name={`where-${position}`}
                        required
                        checked={units.where === where}
                        onChange={() => set({ where })}
                      />{' '}
                      {whereabouts[where]}
                    </label>
                  ))}
                </fieldset>
              )}
            </li>
          );
        })}
      {left.delivery > 0 && (
        <li className="split">
          <label className="tick">
            <input type="checkbox" checked={delivery} onChange={({ target }) => onDelivery(target.checked)} />{' '}
            Delivery, {formatPrice(left.delivery)}
          </label>
        </li>
      )}
    </ul>
  );
}
