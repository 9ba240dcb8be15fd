import type { InputHTMLAttributes, KeyboardEvent, ReactNode } from 'react';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import '#ui/fields.css';
import type { DraftField } from './draft.dom.ts';
import './address-fields.css';
import { states } from './states.ts';
import type { Address } from './useAddress.ts';

type Field = InputHTMLAttributes<HTMLInputElement> & { name: DraftField; label: string; half?: boolean };

/** The pincode comes first: it fills in the next two fields. The `autoComplete` values are the standard's tokens. */
const pincode: Field = {
  name: 'zipcode',
  label: 'Pincode',
  autoComplete: 'postal-code',
  inputMode: 'numeric',
  maxLength: 7,
};
const city: Field = { name: 'city', label: 'City', autoComplete: 'address-level2', half: true };
const afterState: readonly Field[] = [
  { name: 'address', label: 'Address', autoComplete: 'address-line1', placeholder: 'House, street, area' },
  { name: 'firstName', label: 'First name', autoComplete: 'given-name', half: true },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name', half: true },
  { name: 'phone', label: 'Mobile number', autoComplete: 'tel', type: 'tel', inputMode: 'tel', half: true },
  {
    name: 'email',
    label: 'Email',
    autoComplete: 'email',
    type: 'email',
    inputMode: 'email',
    enterKeyHint: 'done',
    half: true,
  },
];

type Props = {
  /** Without `leave`, errors are shown only when the form is sent. */
  form: Omit<Address, 'leave' | 'check'> & {
    leave?: Address['leave'] | undefined;
    /** Why the state does not fit the pincode, and those that do. */
    stateProblem?: { message: string; states: readonly string[] } | undefined;
  };
  /** For an address whose email cannot be changed. */
  withoutEmail?: boolean;
  /** Shown beside the pincode: what it means for the delivery. */
  besidePincode?: ReactNode;
  /** Further fields, such as checkboxes. */
  children?: ReactNode;
};

/** The fields of a delivery address. */
export function AddressFields({ form, withoutEmail = false, besidePincode, children }: Props) {
  const { draft, errors, announced, set, begin, leave, stateProblem } = form;
  const text = ({ half, ...field }: Field) => (
    <TextField
      enterKeyHint="next"
      {...field}
      key={field.name}
      className={half ? 'half' : ''}
      required
      value={draft[field.name]}
      error={errors[field.name]}
      onChange={(value) => set(field.name, value)}
      onBlur={() => void leave?.(field.name)}
    />
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to the keys of its fields
    <div className="address-fields" onFocus={begin} onKeyDown={goOn}>
      {text({ ...pincode, half: besidePincode !== undefined })}
      {besidePincode}
      {text(city)}
      <StateField form={form} />
      {afterState.filter(({ name }) => !withoutEmail || name !== 'email').map(text)}
      {children}
      <p className="visually-hidden" role="status">
        {announced || stateProblem?.message}
      </p>
    </div>
  );
}

/**
 * On a phone the Enter key goes on to the next field, past those that are filled in, or closes the keyboard, as its label
 * says; it never orders.
 */
function goOn(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  const byTouch = matchMedia('(pointer: coarse)').matches;
  if (event.key !== 'Enter' || !byTouch || !(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const fields = [...currentTarget.querySelectorAll<HTMLInputElement>('input, select')];
  const later = fields.slice(fields.indexOf(target) + 1);
  if (target.enterKeyHint === 'next') (later.find(({ value }) => !value) ?? later[0])?.focus();
  else target.blur();
}

const stateOptions = { '': 'Choose your state', ...Object.fromEntries(states.map((name) => [name, name])) };

/** Where the state does not fit the pincode, one tap sets one that does. */
function StateField({ form: { draft, errors, set, stateProblem } }: Pick<Props, 'form'>) {
  return (
    <SelectField
      label="State"
      name="state"
      className="half"
      autoComplete="address-level1"
      required
      value={draft.state}
      options={stateOptions}
      onChange={(value) => set('state', value)}
      error={errors.state ?? stateProblem?.message}
    >
      {stateProblem && (
        <div className="address-states">
          {stateProblem.states.map((state) => (
            <button
              key={state}
              type="button"
              className="button quiet small"
              onClick={() => set('state', state)}
            >
              Choose {state}
            </button>
          ))}
        </div>
      )}
    </SelectField>
  );
}
