import { useStore } from '@nanostores/react';
import { type MouseEvent, useEffect, useState } from 'react';
import { setFlash } from '#lib/flash.dom.ts';
import { onRestore } from '#lib/on-restore.dom.ts';
import { paths } from '#lib/paths.ts';
import { writeSessionStorage } from '#lib/session-storage.dom.ts';
import { $token } from '#lib/token.store.ts';
import { TextField } from '#ui/TextField.tsx';
import { useForm } from '#ui/useForm.ts';
import '#ui/fields.css';
import { emailLinkPaths } from '#domain/accounts/email-links.ts';
import { accountSchema } from '#shared/account/account-schema.dom.ts';
import { CodeField } from '#shared/account/CodeField.tsx';
import { $device } from '#shared/account/device.store.ts';
import { PasswordField } from '#shared/account/PasswordField.tsx';
import { startSession, untilUnload } from '#shared/account/session.api.ts';
import { FormPage } from './FormPage.tsx';
import { forgottenEmailKey } from './forgotten-email.ts';
import { requestedRedirect, safeRedirect } from './redirect-target.ts';
import { type Mode, type SignedIn, signIn, welcome } from './sign-in.api.ts';

const words = {
  login: { title: 'Sign In', button: 'Sign In', ask: 'New here?', path: paths.login },
  signup: {
    title: 'Sign Up',
    button: 'Create Account',
    ask: 'Have an account already?',
    path: paths.register,
  },
} as const;

const other = (mode: Mode): Mode => (mode === 'login' ? 'signup' : 'login');

/** Goes to the page that asked to sign in, or home. Back must not return to the form. */
const leave = () =>
  location.replace(
    safeRedirect(requestedRedirect(location.href, document.referrer), location.origin) ?? paths.home,
  );

/** Continues after the sign-in; after a one-time password the shopper chooses a new one. */
async function goOn(mode: Mode, signedIn: SignedIn): Promise<never> {
  if ('token' in signedIn) {
    $device.set(signedIn.device);
    await startSession(signedIn.token);
    setFlash({ message: welcome[mode], kind: 'success' });
    leave();
  } else location.replace(emailLinkPaths.reset(signedIn.resetToken));
  return untilUnload;
}

/**
 * Sign In and Sign Up: one screen with two modes (docs/behaviour.md, "Signing in and up").
 * @param mode of the address
 */
export default function LoginPage({ mode: opened }: { mode: Mode }) {
  const [mode, setMode] = useState(opened);
  const [withCode, askForCode] = useState(false);
  const form = useForm({
    initial: { name: '', email: '', password: '', code: '' },
    schema: accountSchema(mode === 'login' ? 'credentials' : 'registration'),
    async send(fields) {
      const answer = await signIn(mode, fields);
      if (answer.ok || withCode || !answer.fields.code) return answer;
      // The new field has the explanation, so there is no message above the button.
      askForCode(true);
      return undefined;
    },
    onDone: (signedIn) => goOn(mode, signedIn),
  });
  useLeaveWhenSignedIn(form.busy);

  const show = (event: MouseEvent) => {
    // With a modifier key the link opens a new tab or window, as usual.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const next = other(mode);
    history.replaceState(history.state, '', words[next].path + location.search);
    document.title = document.title.replace(words[mode].title, words[next].title);
    setMode(next);
    form.setProblem(undefined);
  };
  const { title, button, ask } = words[mode];
  return (
    <FormPage form={form} title={title} action={button}>
      <p className="login-toggle">
        <span className="soft">{ask}</span>{' '}
        <a className="button plain" href={words[other(mode)].path} onClick={show}>
          {words[other(mode)].title}
        </a>
      </p>
      {mode === 'signup' && <TextField label="Name" autoComplete="name" required {...form.field('name')} />}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        required
        {...form.field('email')}
      />
      <PasswordField fresh={mode === 'signup'} {...form.field('password')} />
      {mode === 'login' && withCode && <CodeField arrives {...form.field('code')} />}
      {mode === 'login' && (
        <p className="login-forgot">
          <a
            className="button plain small flush"
            href={paths.forgot}
            onClick={() => writeSessionStorage(forgottenEmailKey, form.values.email)}
          >
            Forgot password?
          </a>
        </p>
      )}
    </FormPage>
  );
}

/**
 * Leaves the page when somebody is signed in: on arrival, on Back, and when another tab signs in. The sign-in of this
 * form leaves by itself, after the cart was merged.
 */
function useLeaveWhenSignedIn(busy: boolean): void {
  const token = useStore($token, { ssr: () => '' });
  useEffect(() => {
    if (token && !busy) leave();
  }, [token, busy]);
  useEffect(() => onRestore(() => location.reload()), []);
}
