import type { InputHTMLAttributes, KeyboardEvent, ReactNode } from 'react';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import '#ui/fields.css';
import type { DraftField } from './draft.dom.ts';
import './address-fields.css';
import { states } from 'gst/states';
import { addressHint } from '#domain/addresses/address-hint.ts';
import type { Address } from './useAddress.ts';

type Field = Omit<InputHTMLAttributes<HTMLInputElement>, 'name'> & {
  name: DraftField;
  label: string;
  half?: boolean;
  rows?: number;
};

/** The pincode comes first: it fills in the next two fields. The `autoComplete` values are the standard's tokens. */
const pincode: Field = {
  name: 'zipcode',
  label: 'Pincode',
  autoComplete: 'postal-code',
  inputMode: 'numeric',
};
const city: Field = { name: 'city', label: 'City', autoComplete: 'address-level2', half: true };
const afterState: readonly Field[] = [
  // Browsers have it in several lines, and fill all of them into a field of several lines.
  { name: 'address', label: 'Address', autoComplete: 'street-address', rows: 2 },
  { name: 'firstName', label: 'First name', autoComplete: 'given-name', half: true },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name', half: true },
];
const reach: readonly Field[] = [
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
  form: Pick<Address, 'values' | 'announced' | 'field' | 'tick' | 'set' | 'begin'> & {
    /** Why the state does not fit the pincode, and those that do. */
    stateProblem?: { message: string; states: readonly string[] } | undefined;
  };
  /** For an address whose email cannot be changed. */
  withoutEmail?: boolean;
  /** Shown below the mobile number: what it is for. */
  phoneHint?: string;
  /** The order may be made without it. */
  optionalEmail?: boolean;
  /** Shown beside the pincode: what it means for the delivery. */
  besidePincode?: ReactNode;
  /** Further fields, such as checkboxes. */
  children?: ReactNode;
};

/** The fields of a delivery address. */
export function AddressFields({
  form,
  withoutEmail = false,
  optionalEmail = false,
  phoneHint,
  besidePincode,
  children,
}: Props) {
  const { values, announced, set, begin, stateProblem } = form;
  const hints: { [Name in DraftField]?: string | undefined } = {
    address: addressHint(values.address),
    phone: phoneHint,
  };
  const text = ({ half, ...field }: Field) => (
    <TextField
      enterKeyHint="next"
      {...field}
      key={field.name}
      className={half ? 'half' : ''}
      {...form.field(field.name)}
      required={field.name !== 'lastName' || !values.mononym}
      disabled={field.name === 'lastName' && values.mononym}
      hint={hints[field.name]}
    />
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to the keys of its fields
    <div className="address-fields stack" onFocus={begin} onKeyDown={goOn}>
      {text({ ...pincode, half: besidePincode !== undefined })}
      {besidePincode}
      {text(city)}
      <StateField form={form} />
      {afterState.map(text)}
      <label className="tick small">
        <input
          type="checkbox"
          name="mononym"
          checked={values.mononym}
          onChange={(event) => set({ mononym: event.target.checked, lastName: '' })}
        />
        I have only one name
      </label>
      {reach
        .filter(({ name }) => !withoutEmail || name !== 'email')
        .map((one) => (optionalEmail && one.name === 'email' ? { ...one, label: 'Email (optional)' } : one))
        .map(text)}
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
  if (
    event.key !== 'Enter' ||
    !byTouch ||
    !(target instanceof HTMLElement) ||
    !target.matches('input, textarea')
  )
    return;
  event.preventDefault();
  const selector = ':is(input:not([type="checkbox"]), textarea, select):enabled';
  const fields = [...currentTarget.querySelectorAll<HTMLInputElement>(selector)];
  const later = fields.slice(fields.indexOf(target as HTMLInputElement) + 1);
  if (target.enterKeyHint === 'next') (later.find(({ value }) => !value) ?? later[0])?.focus();
  else target.blur();
}

const stateOptions = { '': 'Choose your state', ...Object.fromEntries(states.map((name) => [name, name])) };

/** Where the state does not fit the pincode, one tap sets one that does. */
function StateField({ form: { field, set, stateProblem } }: Pick<Props, 'form'>) {
  const props = field('state');
  return (
    <SelectField
      {...props}
      label="State"
      className="half"
      autoComplete="address-level1"
      required
      options={stateOptions}
      error={props.error ?? stateProblem?.message}
    >
      {stateProblem && (
        <div className="address-states cluster gap-2">
          {stateProblem.states.map((state) => (
            <button key={state} type="button" className="button quiet small" onClick={() => set({ state })}>
              Choose {state}
            </button>
          ))}
        </div>
      )}
    </SelectField>
  );
}
