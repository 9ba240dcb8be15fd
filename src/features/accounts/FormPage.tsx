import { AccountForm, type AccountFormProps } from '#shared/account/AccountForm.tsx';
import '#shared/account/login.css';

/** A form that is a page of its own: the sign-in, a new password. */
export const FormPage = ({ title, children, ...form }: AccountFormProps & { title: string }) => (
  <div className="login wrap">
    <AccountForm className="login-form panel stack gap-5" buttonClass="wide" {...form}>
      <h1>{title}</h1>
      {children}
    </AccountForm>
  </div>
);
