import { useEffect, useRef } from 'react';
import { TextField } from '#ui/TextField.tsx';

type Props = {
  name: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
  /** Whether the field appeared while the form was in use: then it takes the focus. */
  arrives?: boolean;
};

/** A code of the second factor. Recovery codes have letters, so a phone shows its full keyboard. */
export function CodeField({ arrives = false, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (arrives) input.current?.focus();
  }, [arrives]);
  return (
    <TextField
      label="Code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      hint="6 digits from your authenticator app, or a recovery code"
      ref={input}
      {...field}
    />
  );
}
