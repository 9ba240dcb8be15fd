import type { ReactNode } from 'react';
import { FormEnd } from '#ui/FormEnd.tsx';
import type { Form } from '#ui/useForm.ts';
import { loadRules } from './checked.ts';

type Props<Fields extends Record<string, string>> = {
  form: Form<Fields>;
  /** What the button says. */
  action: string;
  /** Beside the button: the other choice. */
  other?: ReactNode;
  /** Of the form, and of its button. */
  className?: string;
  buttonClass?: string;
  children: ReactNode;
};

/** A form of the account page: its fields, then its button. Its rules are loaded when it is first touched. */
export function AccountForm<Fields extends Record<string, string>>({
  form,
  action,
  other,
  className = 'account-form',
  buttonClass = '',
  children,
}: Props<Fields>) {
  return (
    <form
      className={className}
      ref={form.ref}
      onSubmit={form.onSubmit}
      onFocus={() => void loadRules()}
      noValidate
    >
      {children}
      <FormEnd className={buttonClass} problem={form.problem} busy={form.busy} other={other}>
        {action}
      </FormEnd>
    </form>
  );
}
