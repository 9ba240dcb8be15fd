import { useContext, useState } from 'react';
import { CodeField } from '#features/accounts/CodeField.tsx';
import { DialogField } from './DialogField.tsx';
import { RequiresCode } from './proof.ts';

type Props = { errors: Record<string, string> };

/** The fields for the operator's own password and code; `readProof` reads them from the form. */
export function ProofFields({ errors }: Props) {
  const [code, setCode] = useState('');
  const requiresCode = useContext(RequiresCode);
  return (
    <>
      <DialogField
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        hint="Needed for changes to money, data or access rights."
        errors={errors}
      />
      {requiresCode && <CodeField name="code" value={code} onChange={setCode} error={errors.code} />}
    </>
  );
}
