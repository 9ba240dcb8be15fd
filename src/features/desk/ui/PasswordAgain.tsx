import { useContext, useState } from 'react';
import { CodeField } from '#features/accounts/CodeField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { AsksForCode } from './proof.ts';

type Props = { errors: Record<string, string> };

/** The operator's own password, and code, in a form whose fields of these names are sent along. */
export function PasswordAgain({ errors }: Props) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const asksForCode = useContext(AsksForCode);
  return (
    <>
      <TextField
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        hint="Asked again for what moves money, data or rights."
        value={password}
        onChange={setPassword}
        error={errors.password}
      />
      {asksForCode && <CodeField name="code" value={code} onChange={setCode} error={errors.code} />}
    </>
  );
}
