import { useStore } from '@nanostores/react';
import { type FormEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { setFlash } from '#lib/flash.ts';
import { paths, safeNext } from '#lib/paths.ts';
import { focusFirstError } from '#ui/focusFirstError.ts';
import { TextField } from '#ui/TextField.tsx';
import { useMounted } from '#ui/useMounted.ts';
import '#ui/fields.css';
import './login.css';
import { $token } from '#lib/token.store.ts';
import { wantedNext } from './next.ts';
import { PasswordField } from './PasswordField.tsx';
import { startSession } from './session.ts';
import { type Fields, loadRules, type Mode, type Problem, signIn, welcome } from './signIn.ts';

const words = {
  login: { title: 'Login', button: 'Sign In', ask: 'New here?', path: paths.login },
  signup: {
    title: 'Sign Up',
    button: 'Create Account',
    ask: 'Have an account already?',
    path: paths.register,
  },
} as const;

const other = (mode: Mode): Mode => (mode === 'login' ? 'signup' : 'login');

/** Leaves for the page that asked to sign in, or for home. Back must not return to the form. */
const leave = () => location.replace(safeNext(wantedNext(location.href, document.referrer), location.origin));

/** What stands in the form: a password manager may fill it without any event that React hears of. */
const typedInto = (form: HTMLFormElement | null): Partial<Fields> =>
  form ? (Object.fromEntries(new FormData(form)) as Partial<Fields>) : {};

/** Login and Sign Up: one screen with two modes (spec section 2). @param mode of the address */
export default function LoginPage({ mode: opened }: { mode: Mode }) {
  const [mode, setMode] = useState(opened);
  const [fields, setFields] = useState<Fields>({ name: '', email: '', password: '' });
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const mounted = useMounted();
  useLeaveWhenSignedIn(busy);
  // Typed or filled in before React knew the form: it must not be taken away again.
  useLayoutEffect(() => setFields((before) => ({ ...before, ...typedInto(form.current) })), []);

  const show = (event: MouseEvent) => {
    // With a modifier key the link opens a page of its own, as links do.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const next = other(mode);
    history.replaceState(history.state, '', words[next].path + location.search);
    document.title = document.title.replace(words[mode].title, words[next].title);
    setMode(next);
    setProblem(undefined);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    const result = await signIn(mode, { ...fields, ...typedInto(form.current) });
    if (typeof result === 'string') {
      await startSession(result);
      setFlash({ message: welcome[mode], kind: 'success' });
      leave();
      return;
    }
    focusFirstError(form.current, () => {
      setBusy(false);
      setProblem(result);
    });
  };

  const field = (name: keyof Fields) => ({
    name,
    value: fields[name],
    error: problem?.fields[name],
    onChange: (value: string) => {
      setFields((before) => ({ ...before, [name]: value }));
      setProblem((before) => before && { ...before, fields: { ...before.fields, [name]: '' } });
    },
  });
  const { title, button, ask } = words[mode];
  return (
    <div className="login wrap">
      <form
        className="login-form panel"
        ref={form}
        onSubmit={submit}
        onFocus={() => void loadRules()}
        noValidate
      >
        <h1>{title}</h1>
        <p className="login-toggle">
          <span className="soft">{ask}</span>{' '}
          <a className="button plain" href={words[other(mode)].path} onClick={show}>
            {words[other(mode)].title}
          </a>
        </p>
        {mode === 'signup' && (
          <TextField label="Name" autoComplete="name" required maxLength={80} {...field('name')} />
        )}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          {...field('email')}
        />
        <PasswordField mode={mode} {...field('password')} />
        {problem?.message && (
          <p className="notice error" role="alert">
            {problem.message}
          </p>
        )}
        {/* Until React listens, Enter would send the form as an address, the password in it. */}
        <button
          type="submit"
          className="button wide"
          disabled={!mounted}
          aria-busy={busy}
          aria-disabled={busy}
        >
          {button}
        </button>
      </form>
    </div>
  );
}

/**
 * Whoever is signed in has nothing to do here: on arrival, on Back, and when another tab signs in. The
 * form's own sign-in leaves by itself, once the cart has joined.
 */
function useLeaveWhenSignedIn(busy: boolean): void {
  const token = useStore($token, { ssr: () => '' });
  useEffect(() => {
    if (token && !busy) leave();
  }, [token, busy]);
  useEffect(() => {
    const recheck = (event: PageTransitionEvent) => event.persisted && location.reload();
    addEventListener('pageshow', recheck);
    return () => removeEventListener('pageshow', recheck);
  }, []);
}
