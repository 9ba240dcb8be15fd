import type { ReactNode } from 'react';
import { FormEnd } from '#ui/FormEnd.tsx';
import type { Form } from '#ui/useForm.ts';
import { loadRules } from './send-form.api.ts';

type Props<Fields extends Record<string, string>> = {
  form: Form<Fields>;
  /** The text of the button. */
  action: string;
  /** Shown beside the button, such as a cancel button. */
  other?: ReactNode;
  /** Class of the form. */
  className?: string;
  buttonClass?: string;
  children: ReactNode;
};

/** A form of the account page with its button. The schemas are loaded when it first gets the focus. */
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
