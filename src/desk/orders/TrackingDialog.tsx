import { useState } from 'react';
import { cleanNumber, type NumberProblem, numberProblems } from '#domain/shipping/tracking-numbers.ts';
import type { Failure } from '#lib/outcome.ts';
import { CourierField } from '../shipping/CourierField.tsx';
import { $courier } from '../shipping/courier.store.ts';
import { useCouriers } from '../shipping/couriers.api.ts';
import { ordersByNumber } from '../shipping/shipping.api.ts';
import { DialogField, textOf } from '../ui/DialogField.tsx';
import { type DialogProps, OrderDialog } from './OrderDialogs.tsx';
import { changeOrder } from './orders.api.ts';

/** The refusal of a number, as the API would answer it. */
const refused = (message: string): Failure => ({
  ok: false,
  status: 0,
  code: 'number',
  message,
  fields: { tracking: message },
  body: {},
});

/** A number that other orders have. */
type Again = NumberProblem & { number: string };

type Props = DialogProps & { trackingId?: string | undefined; courier?: string | undefined };

/**
 * Adds a tracking number, which ships the order, or corrects that of a shipped order. Numbers are checked as those of
 * many orders are, and both begin with the courier that was chosen last.
 */
export default function TrackingDialog({ order, trackingId = '', courier, ...rest }: Props) {
  const couriers = useCouriers();
  const [name, setName] = useState(courier ?? $courier.get());
  const [again, setAgain] = useState<Again>();

  /** @returns what is wrong with the number; undefined if it can be sent */
  const check = async (number: string, isConfirmed: boolean): Promise<Failure | undefined> => {
    const { orderId: id, reference } = order;
    const known = couriers.find((one) => one.name === name);
    const problemWith = (used: ReadonlyMap<string, string>) =>
      numberProblems([{ id, reference, number }], known, used).get(id);
    const wrong = problemWith(new Map());
    if (wrong) return refused(wrong.message);
    const found = await ordersByNumber([number]);
    if (!found.ok) return found;
    const others = found.data.filter((one) => one.id !== id);
    const problem = problemWith(new Map(others.map((one) => [one.trackingId ?? '', one.reference])));
    if (!problem || (isConfirmed && again?.number === number)) return undefined;
    setAgain({ ...problem, number });
    return refused(problem.message);
  };

  return (
    <OrderDialog
      {...rest}
      order={order}
      title={`Tracking of ${order.reference}`}
      action={trackingId ? 'Correct tracking' : 'Attach and ship'}
      disabled={!couriers.length}
      submit={async (version, _, form) => {
        const number = cleanNumber(textOf(form, 'tracking'));
        const failure = await check(number, form.has('anyway'));
        if (failure) return failure;
        if (!trackingId) $courier.set(name.trim());
        return changeOrder.track(version, number, name.trim());
      }}
    >
      {(errors) => (
        <>
          <CourierField couriers={couriers} name={name} onChange={setName} />
          <DialogField
            label="Tracking number"
            name="tracking"
            required
            spellCheck={false}
            initial={trackingId}
            errors={errors}
          />
          {again && (
            <label className="tick" key={again.number}>
              <input type="checkbox" name="anyway" /> Use {again.number} anyway
            </label>
          )}
        </>
      )}
    </OrderDialog>
  );
}
