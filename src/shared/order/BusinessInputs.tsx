import { TextField } from '#ui/TextField.tsx';
import '../address/address-fields.css';
import type { BusinessForm } from './useBusiness.ts';

type Props = {
  /** Without `leave`, errors are shown only when the form is sent. */
  form: Omit<BusinessForm, 'leave'> & { leave?: BusinessForm['leave'] | undefined };
};

/**
 * The fields of a business: GSTIN, name, and whether it is in a special economic zone. Its registered address is asked for once
 * there is one.
 */
export function BusinessInputs({ form: { draft, errors, announced, set, leave } }: Props) {
  const isBusiness = Boolean(draft.gstin.trim() || draft.businessName.trim());
  const hasAddress = isBusiness && !draft.sameAddress;
  return (
    <div className="address-fields stack">
      <TextField
        label="GSTIN"
        name="gstin"
        className="half"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="next"
        value={draft.gstin}
        error={errors.gstin}
        hint="15 characters, as on your registration certificate."
        onChange={(value) => set('gstin', value)}
        onBlur={() => void leave?.('gstin')}
      />
      <TextField
        label="Business name"
        name="businessName"
        className="half"
        autoComplete="organization"
        enterKeyHint={hasAddress ? 'next' : 'done'}
        value={draft.businessName}
        error={errors.businessName}
        onChange={(value) => set('businessName', value)}
        onBlur={() => void leave?.('businessName')}
      />
      {isBusiness && (
        <label className="tick">
          <input
            type="checkbox"
            name="sameAddress"
            checked={draft.sameAddress}
            onChange={(event) => set('sameAddress', event.target.checked)}
          />
          The business is registered at the delivery address
        </label>
      )}
      {hasAddress && <RegisteredAddress form={{ draft, errors, set, leave }} />}
      <label className="tick">
        <input
          type="checkbox"
          name="sez"
          checked={draft.sez}
          onChange={(event) => set('sez', event.target.checked)}
        />
        We are a unit or developer of a Special Economic Zone (SEZ)
      </label>
      <p className="visually-hidden" role="status">
        {announced}
      </p>
    </div>
  );
}

const registered = [
  {
    name: 'registeredAddress',
    label: 'Principal place of business',
    autoComplete: 'billing street-address',
    rows: 2,
    hint: 'Street and house, as on your GST registration certificate.',
  },
  {
    name: 'registeredZipcode',
    label: 'Its PIN code',
    autoComplete: 'billing postal-code',
    inputMode: 'numeric',
    className: 'half',
  },
  { name: 'registeredCity', label: 'Its town', autoComplete: 'billing address-level2', className: 'half' },
] as const;

/** The address that the invoice names beside the place of delivery. */
const RegisteredAddress = ({
  form: { draft, errors, set, leave },
}: {
  form: Pick<Props['form'], 'draft' | 'errors' | 'set' | 'leave'>;
}) =>
  registered.map(({ name, ...field }, n) => (
    <TextField
      key={name}
      {...field}
      name={name}
      enterKeyHint={n === registered.length - 1 ? 'done' : 'next'}
      value={draft[name]}
      error={errors[name]}
      onChange={(value) => set(name, value)}
      onBlur={() => void leave?.(name)}
    />
  ));
