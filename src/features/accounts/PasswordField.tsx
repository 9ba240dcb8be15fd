import { useState } from 'react';
import { TextField } from '#ui/TextField.tsx';
import type { Mode } from './signIn.ts';

type Props = {
  mode: Mode;
  name: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
};

/** A password that can be looked at: typing on a phone goes wrong unseen. */
export function PasswordField({ mode, ...field }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      label="Password"
      type={shown ? 'text' : 'password'}
      autoComplete={mode === 'login' ? 'current-password' : 'new-password'}
      autoCapitalize="none"
      spellCheck={false}
      required
      hint={mode === 'signup' ? 'At least 8 characters' : undefined}
      {...field}
    >
      <button
        type="button"
        aria-label={shown ? 'Hide password' : 'Show password'}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'}
      </button>
    </TextField>
  );
}
