import { type ReactNode, useEffect, useRef } from 'react';
import '#shared/account/login.css';

type Props = {
  title: string;
  children: ReactNode;
  actions: ReactNode;
  /** Whether it has replaced a form: then it takes the focus and is read out. */
  arrives?: boolean;
};

/** Replaces a form: a success, or a problem that the form cannot solve. */
export function NextStep({ title, children, actions, arrives = true }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arrives) heading.current?.focus();
  }, [arrives]);
  return (
    <div className="login wrap">
      <section className="login-form login-next panel stack gap-5">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
        <div className="actions">{actions}</div>
      </section>
    </div>
  );
}
