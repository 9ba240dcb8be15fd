import type { InputHTMLAttributes, ReactNode } from 'react';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import '#ui/fields.css';
import type { DraftField } from './draft.dom.ts';
import './address-fields.css';
import type { Address } from './useAddress.ts';

type Field = InputHTMLAttributes<HTMLInputElement> & { name: DraftField; label: string; half?: boolean };

/** In the order of an Indian address label; the names are autocomplete tokens. */
const beforeState: readonly Field[] = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name', half: true },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name', half: true },
  { name: 'address', label: 'Address', autoComplete: 'address-line1', placeholder: 'House, street, area' },
  { name: 'city', label: 'City', autoComplete: 'address-level2', half: true },
];
const afterState: readonly Field[] = [
  {
    name: 'zipcode',
    label: 'Pincode',
    autoComplete: 'postal-code',
    inputMode: 'numeric',
    maxLength: 7,
    half: true,
  },
  {
    name: 'phone',
    label: 'Mobile number',
    autoComplete: 'tel',
    type: 'tel',
    inputMode: 'numeric',
    half: true,
  },
  { name: 'email', label: 'Email', autoComplete: 'email', type: 'email', inputMode: 'email' },
];

type Props = {
  /** Without `leave`, errors are shown only when the form is sent. */
  form: Omit<Address, 'leave'> & { leave?: Address['leave'] | undefined };
  /** Further fields, such as checkboxes. */
  children?: ReactNode;
};

/** The fields of a delivery address. */
export function AddressFields({ form, children }: Props) {
  const { draft, errors, set, leave } = form;
  const text = ({ half, ...field }: Field) => (
    <TextField
      {...field}
      key={field.name}
      className={half ? 'half' : ''}
      required
      value={draft[field.name]}
      error={errors[field.name]}
      onChange={(value) => set(field.name, value)}
      onBlur={() => leave?.(field.name)}
    />
  );
  return (
    <div className="address-fields">
      {beforeState.map(text)}
      <StateField form={form} />
      {afterState.map(text)}
      {children}
    </div>
  );
}

function StateField({ form: { draft, errors, set, states } }: Pick<Props, 'form'>) {
  // Until the list is loaded it holds the state that was chosen before a reload.
  const names = states ?? (draft.state ? [draft.state] : []);
  return (
    <SelectField
      label="State"
      name="state"
      className="half"
      autoComplete="address-level1"
      required
      value={draft.state}
      options={{ '': 'Choose your state', ...Object.fromEntries(names.map((name) => [name, name])) }}
      onChange={(value) => set('state', value)}
      error={errors.state}
    />
  );
}
