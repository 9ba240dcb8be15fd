import { encodeQR } from 'etiket/qr';
import { useState } from 'react';
import { api, type ResponseOf, send } from '#lib/api.ts';
import { TextField } from '#ui/TextField.tsx';
import { useForm } from '#ui/useForm.ts';
import { AccountForm } from './AccountForm.tsx';
import { accountSchema } from './account-schema.dom.ts';
import { PasswordField } from './PasswordField.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import './second-factor.css';

type Secret = Pick<ResponseOf<(typeof api.user)['second-factor']['begin']['$post']>, 'secret' | 'uri'>;

type Props = {
  /** Called after the recovery codes were shown. */
  onDone: () => void;
  /** Adds a button to the first step that leaves the setup. */
  onCancel?: () => void;
};

/** The setup of two-step sign-in: the password, the app, the recovery codes. */
export function SecondFactorSetUp({ onDone, onCancel }: Props) {
  const [begun, begin] = useState<Secret & { password: string }>();
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (begun) return <ConnectApp {...begun} onDone={setCodes} />;
  return <EnterPassword onDone={begin} onCancel={onCancel} />;
}

function EnterPassword({
  onDone,
  onCancel,
}: {
  onDone: (begun: Secret & { password: string }) => void;
  onCancel: Props['onCancel'];
}) {
  const form = useForm({
    initial: { password: '' },
    schema: accountSchema('proofForm'),
    async send(json) {
      const answer = await send(api.user['second-factor'].begin.$post({ json }));
      return answer.ok ? { ...answer, data: { ...answer.data, ...json } } : answer;
    },
    onDone: ({ secret, uri, password }) => onDone({ secret, uri, password }),
  });
  return (
    <AccountForm className="factor-step stack" form={form} action="Continue" onCancel={onCancel}>
      <p>
        Besides your password, signing in then asks for a code that an app on your phone shows: Google
        Authenticator, Aegis, 1Password or any other for TOTP codes.
      </p>
      <PasswordField label="Your password" {...form.field('password')} />
    </AccountForm>
  );
}

/** The secret in groups of four, which are easier to type. */
const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

function ConnectApp({
  secret,
  uri,
  password,
  onDone,
}: Secret & { password: string; onDone: (codes: string[]) => void }) {
  const form = useForm({
    initial: { code: '', secret, password },
    schema: accountSchema('confirmFactorForm'),
    send: (json) => send(api.user['second-factor'].confirm.$post({ json })),
    onDone: (data) => onDone(data.codes),
  });
  return (
    <AccountForm className="factor-step stack" form={form} action="Turn it on">
      <h3>Connect your app</h3>
      <p>Scan this with the app, or type the key into it.</p>
      <QrCode text={uri} label="QR code for the authenticator app" />
      <p className="factor-key">
        <span className="soft small">Key</span> <code>{inGroups(secret)}</code>
      </p>
      <TextField
        label="Code from the app"
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        hint="6 digits"
        {...form.field('code')}
      />
    </AccountForm>
  );
}

/** Width of the quiet zone, in modules. */
const border = 4;

/** A QR code as one SVG path. @param text its content @param label for screen readers */
function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, { ecLevel: 'M' });
  const size = rows.length + 2 * border;
  const squares = rows.flatMap((row, y) =>
    row.map((dark, x) => (dark ? `M${x + border} ${y + border}h1v1h-1z` : '')),
  );
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={squares.join('')} shapeRendering="crispEdges" />
    </svg>
  );
}
