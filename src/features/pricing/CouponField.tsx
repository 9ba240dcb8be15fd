import { useStore } from '@nanostores/react';
import { type ComponentType, type FormEvent, useEffect, useRef, useState } from 'react';
import { loadPart, optional } from '#lib/load-part.dom.ts';
import { paths } from '#lib/paths.ts';
import { TextField } from '#ui/TextField.tsx';
import '#ui/fields.css';
import './coupon.css';
import {
  $coupon,
  applyCode,
  type ChosenCode,
  codeToSend,
  forgetCode,
  noCode,
  writtenCode,
} from '#shared/cart/coupon.store.ts';
import type { OffersProps } from './Offers.tsx';

/** @property order whose listed codes are shown with the field @property listed the codes that are shown elsewhere */
type Props = { order?: Pick<OffersProps, 'items' | 'destination'>; listed?: readonly string[] };

/** The element that takes the focus after the shopper has changed the code, by its new state. */
const focusIn: Record<ChosenCode['state'], string | undefined> = {
  none: 'summary',
  asked: undefined,
  kept: '.coupon-kept',
  refused: 'input',
};

/** The discount code of an order: its field, or the code with its effect or with the reason why it has none. */
export function CouponField({ order, listed = [] }: Props) {
  const chosen = useStore($coupon, { ssr: () => noCode });
  const isListed = listed.includes(chosen.state === 'kept' ? writtenCode(chosen) : codeToSend(chosen));
  const box = useRef<HTMLDivElement>(null);
  const acted = useRef(false);

  useEffect(() => {
    const next = acted.current && focusIn[chosen.state];
    if (!next) return;
    acted.current = false;
    (box.current?.querySelector<HTMLElement>(next) ?? box.current?.querySelector('summary'))?.focus();
  }, [chosen]);
  const act = (what: () => void) => {
    acted.current = true;
    what();
  };
  return (
    <div className="coupon stack gap-3" ref={box}>
      {chosen.state === 'kept' && !isListed ? (
        <AppliedCode {...chosen} onRemove={() => act(forgetCode)} />
      ) : (
        <CodeForm
          order={order}
          chosen={isListed ? noCode : chosen}
          onApply={(typed) => act(() => void applyCode(typed))}
        />
      )}
      <p className="visually-hidden" role="status">
        {announcement(chosen)}
      </p>
    </div>
  );
}

/** The text that screen readers hear after a change. */
function announcement(chosen: ChosenCode): string {
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

type CodeFormProps = Pick<Props, 'order'> & { chosen: ChosenCode; onApply: (typed: string) => void };

/** The field for a code with the listed codes, closed until it is opened or has a message. */
function CodeForm({ chosen, onApply, order }: CodeFormProps) {
  const [Listed, setListed] = useState<ComponentType<OffersProps>>();
  const [typed, setTyped] = useState(chosen.state === 'none' ? '' : chosen.code);
  const [edited, setEdited] = useState(false);
  const busy = chosen.state === 'asked';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the code of a list, which was not typed here
  useEffect(() => {
    if (!edited && chosen.state !== 'none') setTyped(chosen.code);
  }, [chosen]);
  const type = (text: string) => {
    setTyped(text);
    setEdited(true);
  };
  const apply = (code: string) => {
    if (busy) return;
    setTyped(code);
    setEdited(false);
    onApply(code);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply(typed);
  };
  const toggle = (open: boolean) => {
    if (!open || !order) setListed(undefined);
    // The field works without them.
    else
      void loadPart(() => import('./Offers.tsx'), optional).then(
        (part) => setListed(() => part.default),
        () => {},
      );
  };
  return (
    <details
      open={chosen.state !== 'none' || undefined}
      onToggle={({ currentTarget }) => toggle(currentTarget.open)}
    >
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
        >
          <button type="submit" aria-busy={busy}>
            Apply
          </button>
        </TextField>
      </form>
      {Listed && order && order.items.length > 0 && <Listed {...order} onApply={apply} />}
    </details>
  );
}

type AppliedCodeProps = Extract<ChosenCode, { state: 'kept' }> & { onRemove: () => void };

function AppliedCode({ onRemove, ...chosen }: AppliedCodeProps) {
  const { verdict } = chosen;
  const code = writtenCode(chosen);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and there is none here */}
      <div className="coupon-kept grid gap-3" role="group" aria-label="Your code" tabIndex={-1}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 12.5V4a1 1 0 0 1 1-1h8.5l8.2 8.2a1 1 0 0 1 0 1.4l-8.1 8.1a1 1 0 0 1-1.4 0zM8 8h.01" />
        </svg>
        <span>
          <strong translate="no">{code}</strong>
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
