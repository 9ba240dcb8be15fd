import { createContext } from 'react';

/** Whether the operator has a second factor, so that forms ask for a code with the password. */
export const RequiresCode = createContext(false);

/** The values of `ProofFields`. */
export const readProof = (form: FormData): { password: string; code: string } => ({
  password: String(form.get('password') ?? ''),
  code: String(form.get('code') ?? ''),
});
