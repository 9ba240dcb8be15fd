import { useContext, useState } from 'react';
import { CodeField } from '#shared/account/CodeField.tsx';
import type { Errors } from '#ui/useFields.ts';
import { DialogField } from './DialogField.tsx';
import { RequiresCode } from './proof.ts';

/** @property alone without the code: one confirmation for a batch of requests, and a code is valid once */
type Props = { errors: Errors; alone?: boolean };

/** The fields for the operator's own password and code; `readProof` reads them from the form. */
export function ProofFields({ errors, alone = false }: Props) {
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
      {requiresCode && !alone && (
        <CodeField name="code" value={code} onChange={setCode} error={errors.code} />
      )}
    </>
  );
}
