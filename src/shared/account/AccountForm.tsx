import type { ReactNode } from 'react';
import { FormEnd } from '#ui/FormEnd.tsx';
import type { Form } from '#ui/useForm.ts';

export type AccountFormProps = {
  form: Pick<Form<object>, 'ref' | 'problem' | 'busy' | 'begin' | 'onSubmit'>;
  /** The text of the button. */
  action: string;
  /** Adds a button that closes the form; `cancel` is its text. */
  onCancel?: (() => void) | undefined;
  cancel?: string;
  /** Class of the form. */
  className?: string;
  buttonClass?: string;
  /** Shown below the buttons. */
  after?: ReactNode;
  children: ReactNode;
};

/** A form of an account with its button. Its schema is loaded when it first gets the focus. */
export function AccountForm({
  form: { ref, onSubmit, begin, problem, busy },
  action,
  onCancel,
  cancel,
  className = 'account-form stack',
  buttonClass = '',
  after,
  children,
}: AccountFormProps) {
  return (
    <form className={className} ref={ref} onSubmit={onSubmit} onFocus={begin} noValidate>
      {children}
      <FormEnd className={buttonClass} problem={problem} busy={busy} onCancel={onCancel} cancel={cancel}>
        {action}
      </FormEnd>
      {after}
    </form>
  );
}
