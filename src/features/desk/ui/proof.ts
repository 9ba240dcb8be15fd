import { createContext } from 'react';

/** Whether the operator has a second factor, so that a code is asked for with the password. */
export const AsksForCode = createContext(false);

/** What the fields of `PasswordAgain` hold. */
export const proofOf = (form: FormData): { password: string; code: string } => ({
  password: String(form.get('password') ?? ''),
  code: String(form.get('code') ?? ''),
});
