import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { paths } from '#lib/paths.ts';
import { TextField } from '#ui/TextField.tsx';
import '#ui/fields.css';
import './coupon.css';
import { $coupon, askForCode, type ChosenCode, forgetCode, none } from './coupon.store.ts';

/** Where the focus goes once the shopper's own doing has had its effect. */
const focusIn: Record<ChosenCode['state'], string | undefined> = {
  none: 'summary',
  asked: undefined,
  kept: '.coupon-kept',
  refused: 'input',
};

/** A code for the order: asked for quietly, shown with what it does, or with what would make it apply. */
export function CouponField() {
  const chosen = useStore($coupon, { ssr: () => none });
  const box = useRef<HTMLDivElement>(null);
  const acted = useRef(false);

  useEffect(() => {
    const next = acted.current && focusIn[chosen.state];
    if (!next) return;
    acted.current = false;
    box.current?.querySelector<HTMLElement>(next)?.focus();
  }, [chosen]);
  const act = (what: () => void) => {
    acted.current = true;
    what();
  };
  return (
    <div className="coupon" ref={box}>
      {chosen.state === 'kept' ? (
        <Kept {...chosen} onRemove={() => act(forgetCode)} />
      ) : (
        <Ask chosen={chosen} onAsk={(typed) => act(() => askForCode(typed))} />
      )}
      <p className="visually-hidden" role="status">
        {wordsFor(chosen)}
      </p>
    </div>
  );
}

/** What a screen reader is told of a change. */
function wordsFor(chosen: ChosenCode): string {
  switch (chosen.state) {
    case 'none':
      return '';
    case 'asked':
      return 'Checking the code…';
    case 'refused':
      return chosen.message;
    case 'kept':
      if (!chosen.verdict) return '';
      return chosen.verdict.applies
        ? `${chosen.verdict.code} takes ${chosen.verdict.percent}% off.`
        : chosen.verdict.message;
  }
}

type AskProps = { chosen: Exclude<ChosenCode, { state: 'kept' }>; onAsk: (typed: string) => void };

/** The quiet question, and the field behind it; open where there is something to be said. */
function Ask({ chosen, onAsk }: AskProps) {
  const [typed, setTyped] = useState(chosen.state === 'none' ? '' : chosen.code);
  const [edited, setEdited] = useState(false);
  const busy = chosen.state === 'asked';
  const type = (text: string) => {
    setTyped(text);
    setEdited(true);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setEdited(false);
    onAsk(typed);
  };
  return (
    <details open={chosen.state !== 'none' || undefined}>
      <summary>Have a code?</summary>
      <form onSubmit={submit} noValidate>
        <TextField
          label="Discount code"
          name="couponCode"
          value={typed}
          onChange={type}
          error={chosen.state === 'refused' && !edited ? chosen.message : undefined}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="done"
          maxLength={100}
        >
          <button type="submit" aria-busy={busy}>
            Apply
          </button>
        </TextField>
      </form>
    </details>
  );
}

type KeptProps = Extract<ChosenCode, { state: 'kept' }> & { onRemove: () => void };

function Kept({ code: typed, verdict, onRemove }: KeptProps) {
  const code = verdict?.applies ? verdict.code : typed;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and there is none here */}
      <div className="coupon-kept" role="group" aria-label="Your code" tabIndex={-1}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 12.5V4a1 1 0 0 1 1-1h8.5l8.2 8.2a1 1 0 0 1 0 1.4l-8.1 8.1a1 1 0 0 1-1.4 0zM8 8h.01" />
        </svg>
        <span>
          <strong>{code}</strong>
          {verdict && (
            <span className="soft small">{verdict.applies ? `${verdict.percent}% off` : 'Not used yet'}</span>
          )}
        </span>
        <button type="button" className="button plain small" onClick={onRemove}>
          Remove<span className="visually-hidden"> code {code}</span>
        </button>
      </div>
      {verdict && !verdict.applies && (
        <p className="notice small">
          {verdict.message}{' '}
          {verdict.problem === 'sign_in' && <a href={paths.loginThen(location.pathname)}>Sign in</a>}
        </p>
      )}
    </>
  );
}
