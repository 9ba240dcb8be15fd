import { useState } from 'react';
import { api, send } from '#lib/api.ts';
import { dayOf } from '#lib/dates.ts';
import { TextField } from '#ui/TextField.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';

type Props = { onClose: () => void; onMade: () => void };

/** The number of a text field, or NaN, which the server refuses with a message. */
const numberOf = (typed: string): number => (typed.trim() ? Number(typed) : Number.NaN);

const empty = { code: '', percent: '', minOrder: '', lastDay: '', maxUses: '', email: '' };

/** Creates a code. An empty field sets no limit. */
export function CreateCouponDialog({ onClose, onMade }: Props) {
  const [typed, setTyped] = useState(empty);
  const make = () =>
    send(
      api.desk.coupons.$post({
        json: {
          code: typed.code,
          percent: numberOf(typed.percent),
          minOrder: typed.minOrder.trim() ? numberOf(typed.minOrder) : 0,
          lastDay: typed.lastDay,
          maxUses: typed.maxUses.trim() ? numberOf(typed.maxUses) : null,
          email: typed.email.trim() || null,
        },
      }),
    );
  const field = (name: keyof typeof empty, errors: Record<string, string>) => ({
    name,
    value: typed[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
  });
  return (
    <FormDialog title="New code" action="Create code" onSubmit={make} onClose={onClose} onDone={onMade}>
      {(errors) => (
        <div className="desk-pairs">
          <TextField
            {...field('code', errors)}
            label="Code"
            required
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            hint="3 to 20 letters, digits and hyphens"
          />
          <TextField
            {...field('percent', errors)}
            label="Per cent off"
            required
            inputMode="numeric"
            hint="1 to 100"
          />
          <TextField
            {...field('lastDay', errors)}
            label="Last day"
            type="date"
            required
            min={dayOf(Date.now())}
            hint="Until the end of the day, Indian time"
          />
          <TextField
            {...field('minOrder', errors)}
            label="Smallest order, ₹"
            inputMode="decimal"
            hint="Empty: any order"
          />
          <TextField
            {...field('maxUses', errors)}
            label="Most uses"
            inputMode="numeric"
            hint="Empty: any number"
          />
          <TextField
            {...field('email', errors)}
            label="Only for"
            type="email"
            hint="An account’s address. Empty: everybody"
          />
        </div>
      )}
    </FormDialog>
  );
}
