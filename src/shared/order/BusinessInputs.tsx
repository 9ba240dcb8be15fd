import { TextField } from '#ui/TextField.tsx';
import '../address/address-fields.css';
import type { BusinessForm } from './useBusiness.ts';

type Props = {
  /** Without `leave`, errors are shown only when the form is sent. */
  form: Omit<BusinessForm, 'leave'> & { leave?: BusinessForm['leave'] | undefined };
};

/** The fields of a business: GSTIN, name, and whether it is in a special economic zone. */
export function BusinessInputs({ form: { draft, errors, announced, set, leave } }: Props) {
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
        enterKeyHint="done"
        value={draft.businessName}
        error={errors.businessName}
        onChange={(value) => set('businessName', value)}
        onBlur={() => void leave?.('businessName')}
      />
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
