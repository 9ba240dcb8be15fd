import { useState } from 'react';
import { TextField } from '#ui/TextField.tsx';

type Props = {
  label?: string;
  /** Whether it is a new password: password managers then suggest one. */
  fresh?: boolean;
  name: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
};

/** A password field with a button that shows the password, which helps on a phone. */
export function PasswordField({ label = 'Password', fresh = false, ...field }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      label={label}
      type={shown ? 'text' : 'password'}
      autoComplete={fresh ? 'new-password' : 'current-password'}
      autoCapitalize="none"
      spellCheck={false}
      required
      hint={fresh ? 'A few words that do not belong together' : undefined}
      {...field}
    >
      <button
        type="button"
        aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'}
      </button>
    </TextField>
  );
}
