import { type ReactNode, useEffect, useRef } from 'react';
import './login.css';

type Props = {
  title: string;
  children: ReactNode;
  actions: ReactNode;
  /** It came in the place of what was being done: the focus follows, and it is read out. */
  arrives?: boolean;
};

/** What follows a form, in the form's own place: done, or not possible. */
export function NextStep({ title, children, actions, arrives = true }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arrives) heading.current?.focus();
  }, [arrives]);
  return (
    <div className="login wrap">
      <section className="login-form login-next panel">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
        <div className="actions">{actions}</div>
      </section>
    </div>
  );
}
