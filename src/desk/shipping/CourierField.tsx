import { useState } from 'react';
import { TextField } from '#ui/TextField.tsx';
import type { DeskCourier } from './couriers.api.ts';

/** The option for a courier that is not in the list. */
const other = 'other';

type Props = { couriers: readonly DeskCourier[]; name: string; onChange: (name: string) => void };

/** One of the known couriers, or another name. A datalist would consume the first Escape. */
export function CourierField({ couriers, name, onChange }: Props) {
  const [typing, setTyping] = useState(false);
  const isKnown = name === '' || couriers.some((courier) => courier.name === name);
  const isOther = typing || !isKnown;
  return (
    <>
      <label className="field">
        <span className="label">Courier</span>
        <select
          required
          value={isOther ? other : name}
          onChange={({ target }) => {
            setTyping(target.value === other);
            onChange(target.value === other ? '' : target.value);
          }}
        >
          <option value="">Choose one</option>
          {couriers.map((courier) => (
            <option key={courier.name}>{courier.name}</option>
          ))}
          <option value={other}>Another courier</option>
        </select>
      </label>
      {isOther && (
        <TextField
          label="Name of the courier"
          name="courier"
          required
          autoComplete="off"
          value={name}
          onChange={onChange}
          hint="Parcels of this courier get no tracking link."
        />
      )}
    </>
  );
}
