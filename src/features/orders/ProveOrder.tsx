import { useEffect, useRef, useState } from 'react';
import { api, send, withToken } from '#lib/api.ts';
import { $guestToken } from '#lib/guest-token.store.ts';
import { AccountForm } from '#shared/account/AccountForm.tsx';
import { accountSchema } from '#shared/account/account-schema.dom.ts';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.dom.ts';
import { useForm } from '#ui/useForm.ts';
import '#ui/fields.css';

/** @property token of the order's link @property name of the order's guest @property email where the code goes */
type Props = { token: string; name: string | undefined; email: string };

/** Emails a code as soon as it is shown, and takes it: then this device is that of the order's guest. */
export default function ProveOrder({ token, name, email }: Props) {
  const [said, setSaid] = useState({ message: `We send a code to ${email}…`, failed: false });
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(false);

  const ask = async () => {
    const answer = await send(api.order.code.$post({ json: {} }, withToken(token)), { token });
    setSaid({ message: answer.ok ? answer.data.message : answer.message, failed: !answer.ok });
    input.current?.focus();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the press that has shown it
  useEffect(() => {
    if (!asked.current) void ask();
    asked.current = true;
  }, []);

  const form = useForm({
    initial: { code: '' },
    schema: accountSchema('orderCodeForm'),
    send: (json) => send(api.order.prove.$post({ json }, withToken(token)), { token }),
    onDone(data) {
      toast({ message: data.message });
      $guestToken.set(data.token);
    },
  });
  return (
    <AccountForm className="stack" form={form} action="Use the code">
      <p className={said.failed ? 'notice error' : 'soft'} role="status">
        {said.message}
      </p>
      <TextField
        {...form.field('code')}
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint={`This device then orders as ${name || 'the buyer of this order'}. The first time, other devices that did are signed out.`}
        ref={input}
        required
      />
      <button type="button" className="button plain small flush" onClick={ask}>
        Send another code
      </button>
    </AccountForm>
  );
}
