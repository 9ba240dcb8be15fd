import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ApiUser } from '#domain/accounts/account.ts';
import { api, send } from '#lib/api.ts';
import { toast } from '#ui/toast.dom.ts';
import { AccountSection } from './AccountSection.tsx';
import { EmailForm, NameForm, PasswordForm } from './DetailForms.tsx';

type Props = {
  user: ApiUser;
  secondFactor: boolean;
  onRenamed: (user: ApiUser) => void;
  onPassword: () => void;
};

/** Name, email and password; one of them can be changed at a time. */
export function Details({ user, secondFactor, onRenamed, onPassword }: Props) {
  const [open, setOpen] = useState<'name' | 'email' | 'password'>();
  const [mailed, setMailed] = useState<string>();
  const close = () => setOpen(undefined);
  const row = (name: NonNullable<typeof open>) => ({ open: open === name, onOpen: () => setOpen(name) });
  return (
    <AccountSection part="details">
      <dl className="account-details">
        <Detail
          label="Name"
          value={user.name || 'Please tell us your name'}
          action={user.name ? undefined : 'Add'}
          {...row('name')}
        >
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
        <Detail
          label="Email"
          value={user.email}
          note={mailed ?? (!user.verified && <Unverified onSent={setMailed} />)}
          {...row('email')}
        >
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

/** Asks to confirm the email address. @param onSent called after another email was sent */
function Unverified({ onSent }: { onSent: (message: string) => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const again = async () => {
    if (busy) return;
    setBusy(true);
    const answer = await send(api.user.verify.send.$post({ json: {} }));
    setBusy(false);
    if (answer.ok) onSent(answer.data.message);
    else setProblem(answer.message);
  };
  return (
    <div className="account-unverified cluster">
      <p>
        <strong>Not confirmed yet.</strong> Open the link in our first email: then your newsletter, codes and
        emails belong to this account.
      </p>
      {problem && <p className="error">{problem}</p>}
      <button type="button" className="button quiet small" aria-busy={busy} onClick={again}>
        Send the link again
      </button>
    </div>
  );
}

type DetailProps = {
  label: string;
  value: string;
  /** A note, such as a missing confirmation. */
  note?: ReactNode;
  /** The text of the button; Change by default. */
  action?: string | undefined;
  open: boolean;
  onOpen: () => void;
  /** The form that changes the value. */
  children: ReactNode;
};

/** A value with a button to change it. The focus goes into the form, and returns to the button. */
function Detail({ label, value, note, action = 'Change', open, onOpen, children }: DetailProps) {
  const row = useRef<HTMLDivElement>(null);
  const before = useRef(open);
  useEffect(() => {
    if (before.current === open) return;
    before.current = open;
    // Another row may have been opened, which then has the focus.
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
            <button type="button" className="button plain small flush" onClick={onOpen}>
              {action}
              <span className="visually-hidden"> {label.toLowerCase()}</span>
            </button>
          </div>
        )}
        <div role="status">{!open && note && <div className="notice">{note}</div>}</div>
      </dd>
    </div>
  );
}
