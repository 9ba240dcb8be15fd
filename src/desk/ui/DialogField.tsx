import { type ComponentProps, useState } from 'react';
import { TextField } from '#ui/TextField.tsx';
import type { Errors } from '#ui/useFields.ts';

type Props = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'error'> & {
  name: string;
  /** The text at the start. */
  initial?: string;
  /** The errors of the form, by field. */
  errors?: Errors;
};

/** A text field that holds its own text; the form's data has it when the form is submitted. */
export function DialogField({ initial = '', errors = {}, ...field }: Props) {
  const [value, setValue] = useState(initial);
  return (
    <TextField autoComplete="off" {...field} value={value} onChange={setValue} error={errors[field.name]} />
  );
}

/** The text of a field of a submitted form. */
export const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();
