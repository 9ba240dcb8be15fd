import { type ReactNode, useEffect, useRef, useState } from 'react';
import { toast } from '#ui/toast.ts';
import { AccountSection } from './AccountSection.tsx';
import type { ApiUser } from './account.ts';
import { EmailForm, NameForm, PasswordForm } from './DetailForms.tsx';

type Props = {
  user: ApiUser;
  secondFactor: boolean;
  onRenamed: (user: ApiUser) => void;
  onPassword: () => void;
};

/** Name, e-mail address and password; one at a time is changed. */
export function Details({ user, secondFactor, onRenamed, onPassword }: Props) {
  const [open, setOpen] = useState<'name' | 'email' | 'password'>();
  const [mailed, setMailed] = useState<string>();
  const close = () => setOpen(undefined);
  const row = (name: NonNullable<typeof open>) => ({ open: open === name, onOpen: () => setOpen(name) });
  return (
    <AccountSection part="details">
      <dl className="account-details">
        <Detail label="Name" value={user.name} {...row('name')}>
          <NameForm
            name={user.name}
            onCancel={close}
            onDone={({ user: renamed, message }) => {
              onRenamed(renamed);
              toast({ message });
              close();
            }}
          />
        </Detail>
        <Detail label="Email" value={user.email} note={mailed} {...row('email')}>
          <EmailForm
            secondFactor={secondFactor}
            onCancel={close}
            onDone={({ message }) => {
              setMailed(message);
              close();
            }}
          />
        </Detail>
        <Detail label="Password" value="Not shown" {...row('password')}>
          <PasswordForm
            secondFactor={secondFactor}
            email={user.email}
            onCancel={close}
            onDone={({ message }) => {
              toast({ message });
              onPassword();
              close();
            }}
          />
        </Detail>
      </dl>
    </AccountSection>
  );
}

type DetailProps = {
  label: string;
  value: string;
  /** What is still to be done about it. */
  note?: string | undefined;
  open: boolean;
  onOpen: () => void;
  /** The form that changes it. */
  children: ReactNode;
};

/** A fact and the button to change it; the focus goes into the form, and comes back from it. */
function Detail({ label, value, note, open, onOpen, children }: DetailProps) {
  const row = useRef<HTMLDivElement>(null);
  const before = useRef(open);
  useEffect(() => {
    if (before.current === open) return;
    before.current = open;
    // Another row may have been opened, which has the focus then.
    const from = document.activeElement;
    if (open) row.current?.querySelector('input')?.focus();
    else if (!from || from === document.body) row.current?.querySelector('button')?.focus();
  }, [open]);
  return (
    <div className="account-detail" ref={row}>
      <dt>{label}</dt>
      <dd>
        {open ? (
          children
        ) : (
          <div className="account-value">
            <span>{value}</span>
            <button type="button" className="button plain small" onClick={onOpen}>
              Change<span className="visually-hidden"> {label.toLowerCase()}</span>
            </button>
          </div>
        )}
        <div role="status">{!open && note && <p className="notice">{note}</p>}</div>
      </dd>
    </div>
  );
}
