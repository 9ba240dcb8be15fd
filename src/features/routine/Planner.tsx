import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Cart } from '#domain/cart/cart.ts';
import { arrange } from '#domain/routine/arrange.ts';
import { type ReadLink, readLink, writeLink } from '#domain/routine/link.ts';
import { emptyProfile } from '#domain/skin/profile.ts';
import { $skinProfile } from '#features/skin/profile.store.ts';
import { $cart } from '#shared/cart/cart.store.ts';
import { useLoad } from '#ui/useLoad.ts';
import { useMounted } from '#ui/useMounted.ts';
import { type Choices, Chooser } from './Chooser.tsx';
import { loadRoutineData } from './load.api.ts';
import { RoutineResult } from './RoutineResult.tsx';
import './planner.css';
import './lasting.css';

const noCart: Cart = {};
const nothing: ReadonlySet<string> = new Set();

/** Goes to the routine, also for a keyboard and a screen reader. */
function showResult(): void {
  const title = document.getElementById('routine-title');
  title?.focus({ preventScroll: true });
  title?.scrollIntoView();
}

/** After Back the browser itself goes to where the page was. */
const isBack = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && entry.type === 'back_forward');

/**
 * The planner of routines (docs/behaviour.md, "Routine"). The address holds the products and nothing else; wishes and
 * what My skin says stay in the page.
 */
export function Planner({ choices }: { choices: Choices }) {
  const element = useRef<HTMLDivElement>(null);
  const mounted = useMounted();
  const profile = useStore($skinProfile, { ssr: () => emptyProfile });
  const cart = useStore($cart, { ssr: () => noCart });
  const [chosen, setChosen] = useState(nothing);
  const [wants, setWants] = useState(nothing);
  const [note, setNote] = useState('');
  /** Whether a link was opened whose routine has not been shown yet. */
  const [opened, setOpened] = useState(false);
  const { load, busy, reload } = useLoad('routine', loadRoutineData);

  const choose = useCallback(
    (ids: ReadonlySet<string>) => {
      setChosen(ids);
      setNote('');
      const link = writeLink(choices.items.filter(({ id }) => ids.has(id)));
      history.replaceState(history.state, '', link || location.pathname + location.search);
    },
    [choices],
  );
  // Before the first paint after hydration: the link, what was chosen in the static form, and My skin.
  useLayoutEffect(() => {
    const openLink = () => {
      const isPlaceOnPage = document.getElementById(location.hash.slice(1)) !== null;
      const link = isPlaceOnPage ? undefined : readLink(location.hash, choices.items);
      if (!link) return;
      setChosen(new Set(link.ids));
      setNote(linkNote(link));
      setOpened(link.ids.length > 0);
    };
    const checked = (name: string): string[] =>
      [...(element.current?.querySelectorAll<HTMLInputElement>(`[name=${name}]:checked`) ?? [])].map(
        ({ value }) => value,
      );
    const partsOf = (id: string) => choices.kits.find((kit) => kit.id === id)?.parts ?? [id];
    const had = checked('have').flatMap(partsOf);
    const concerns = $skinProfile.get().concerns.filter((id) => choices.wants.some((want) => want.id === id));
    openLink();
    if (isBack()) setOpened(false);
    setWants(new Set([...concerns, ...checked('want')]));
    if (had.length) {
      const linked = readLink(location.hash, choices.items)?.ids ?? [];
      choose(new Set([...linked, ...had]));
    }
    addEventListener('hashchange', openLink);
    return () => removeEventListener('hashchange', openLink);
  }, [choices, choose]);

  const data = load.state === 'ready' ? load.data : undefined;
  const routine = useMemo(() => data && arrange(data, chosen), [data, chosen]);
  // A link leads to its routine, not to the form above it.
  useEffect(() => {
    if (!opened || !routine) return;
    setOpened(false);
    showResult();
  }, [opened, routine]);
  const inCart = choices.items.filter(({ id }) => cart[id]).map(({ id }) => id);
  const kitsInCart = choices.kits.filter(({ id }) => cart[id]).flatMap(({ parts }) => parts);

  const noteLine = note && (
    <p className="notice planner-note" role="status">
      {note}
    </p>
  );
  return (
    <div className="planner" ref={element}>
      {!chosen.size && noteLine}
      <Chooser
        choices={choices}
        chosen={chosen}
        wants={wants}
        cart={mounted ? [...inCart, ...kitsInCart] : []}
        onChoose={choose}
        onWant={setWants}
        onShow={showResult}
      />
      {chosen.size > 0 && noteLine}
      {mounted && (
        <RoutineResult
          {...{ data, routine, wants, profile, busy }}
          failure={load.state === 'failed' ? load.failure.message : undefined}
          onRetry={reload}
          onAdd={(id) => choose(new Set([...chosen, id]))}
          onClear={() => {
            choose(nothing);
            setWants(nothing);
          }}
        />
      )}
    </div>
  );
}

/** What a shopper should know of a link that they opened; '' when all of it was read. */
function linkNote({ ids, leftOut, state }: ReadLink): string {
  if (state === 'unreadable' || (!ids.length && !leftOut))
    return 'We cannot read the routine in this link. Please choose your products below.';
  const lost =
    leftOut === 1
      ? 'We do not know one of the products in this link, or no longer sell it. We have left it out.'
      : `${leftOut} of the products in this link are unknown to us or no longer sold. We have left them out.`;
  return [state === 'other' && 'This link comes from another version of the planner.', leftOut > 0 && lost]
    .filter(Boolean)
    .join(' ');
}
