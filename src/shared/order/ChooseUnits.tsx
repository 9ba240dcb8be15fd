import type { KeptUnits } from '#domain/orders/cancellation.ts';
import type { ApiOrderItem } from '#domain/orders/order.ts';
import { QuantityStepper } from '#ui/QuantityStepper.tsx';
import './choose-units.css';

type Items = readonly Pick<ApiOrderItem, '_id' | 'name' | 'quantity'>[];
/** Units to cancel, by product. */
export type Chosen = Readonly<Record<string, number>>;

type Props = { items: Items; chosen: Chosen; onChange: (chosen: Chosen) => void };

/** How many units of each product are to be cancelled. */
export function ChooseUnits({ items, chosen, onChange }: Props) {
  return (
    <ul className="choose-units">
      {items.map(({ _id, name, quantity }) => (
        <li key={_id}>
          <span>
            {name} <span className="soft">of {quantity}</span>
          </span>
          <QuantityStepper
            label={name}
            value={chosen[_id] ?? 0}
            min={0}
            max={quantity}
            onChange={(count) => onChange({ ...chosen, [_id]: count })}
          />
        </li>
      ))}
    </ul>
  );
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

export const countOf = (items: Items): number => sumOf(items.map(({ quantity }) => quantity));
export const chosenCount = (chosen: Chosen): number => sumOf(Object.values(chosen));

/** The chosen units as the API takes them: what is to stay. */
export const keptOf = (items: Items, chosen: Chosen): KeptUnits[] =>
  items.flatMap(({ _id, quantity }) => (chosen[_id] ? [{ _id, keep: quantity - chosen[_id] }] : []));
