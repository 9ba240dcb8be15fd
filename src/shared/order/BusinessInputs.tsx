import { TextField } from '#ui/TextField.tsx';
import '../address/address-fields.css';
import type { BusinessForm } from './useBusiness.ts';

type Props = { form: Pick<BusinessForm, 'values' | 'announced' | 'field' | 'tick'> };

/**
 * The fields of a business: GSTIN, name, and whether it is in a special economic zone. Its registered address is asked for once
 * there is one.
 */
export default function BusinessInputs({ form: { values, announced, field, tick } }: Props) {
  const isBusiness = Boolean(values.gstin.trim() || values.businessName.trim());
  const hasAddress = isBusiness && !values.sameAddress;
  return (
    <div className="address-fields stack">
      <TextField
        {...field('gstin')}
        label="GSTIN"
        className="half"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="next"
        hint="15 characters, as on your registration certificate."
      />
      <TextField
        {...field('businessName')}
        label="Business name"
        className="half"
        autoComplete="organization"
        enterKeyHint={hasAddress ? 'next' : 'done'}
      />
      {isBusiness && (
        <label className="tick">
          <input type="checkbox" {...tick('sameAddress')} />
          The business is registered at the delivery address
        </label>
      )}
      {hasAddress && <RegisteredAddress field={field} />}
      <label className="tick">
        <input type="checkbox" {...tick('sez')} />
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
const RegisteredAddress = ({ field }: Pick<BusinessForm, 'field'>) =>
  registered.map(({ name, ...props }, n) => (
    <TextField
      key={name}
      {...props}
      {...field(name)}
      enterKeyHint={n === registered.length - 1 ? 'done' : 'next'}
    />
  ));
