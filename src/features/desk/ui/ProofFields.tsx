import { useContext, useState } from 'react';
import { CodeField } from '#features/accounts/CodeField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { RequiresCode } from './proof.ts';

type Props = { errors: Record<string, string> };

/** The fields for the operator's own password and code; `readProof` reads them from the form. */
export function ProofFields({ errors }: Props) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const requiresCode = useContext(RequiresCode);
  return (
    <>
      <TextField
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        hint="Needed for changes to money, data or access rights."
        value={password}
        onChange={setPassword}
        error={errors.password}
      />
      {requiresCode && <CodeField name="code" value={code} onChange={setCode} error={errors.code} />}
    </>
  );
}
