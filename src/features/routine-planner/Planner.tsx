import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { $cart } from '#features/cart/cart.store.ts';
import type { Cart } from '#features/cart/cart.ts';
import { arrange } from '#features/routine/arrange.ts';
import { readLink, writeLink } from '#features/routine/link.ts';
import { loadRoutineData } from '#features/routine/load.api.ts';
import { $skinProfile } from '#features/skin/profile.store.ts';
import { emptyProfile } from '#features/skin/profile.ts';
import { useHydrationReport } from '#ui/useHydrationReport.ts';
import { useLoad } from '#ui/useLoad.ts';
import { useMounted } from '#ui/useMounted.ts';
import { type Choices, Chooser } from './Chooser.tsx';
import { linkNote } from './link-note.ts';
import { RoutineResult } from './RoutineResult.tsx';
import './planner.css';

const noCart: Cart = {};
const nothing: ReadonlySet<string> = new Set();

/**
 * The planner of routines (docs/behaviour.md 3.16). The address holds the products and nothing else; wishes and what My
 * skin says stay in the page.
 */
export default function Planner({ choices }: { choices: Choices }) {
  const element = useHydrationReport<HTMLDivElement>();
  const mounted = useMounted();
  const profile = useStore($skinProfile, { ssr: () => emptyProfile });
  const cart = useStore($cart, { ssr: () => noCart });
  const [chosen, setChosen] = useState(nothing);
  const [wants, setWants] = useState(nothing);
  const [note, setNote] = useState('');
  const { load, busy, reload } = useLoad('routine', loadRoutineData);

  // Before the first paint after hydration, and when somebody opens another link in the same tab.
  useLayoutEffect(() => {
    const open = () => {
      const isPlaceOnPage = document.getElementById(location.hash.slice(1)) !== null;
      const link = isPlaceOnPage ? undefined : readLink(location.hash, choices.items);
      if (!link) return;
      setChosen(new Set(link.ids));
      setNote(linkNote(link));
    };
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, [choices]);
  useEffect(() => {
    const known = $skinProfile.get().concerns.filter((id) => choices.wants.some((want) => want.id === id));
    if (known.length) setWants(new Set(known));
  }, [choices]);

  const choose = (ids: ReadonlySet<string>) => {
    setChosen(ids);
    setNote('');
    const link = writeLink(choices.items.filter(({ id }) => ids.has(id)));
    history.replaceState(history.state, '', link || location.pathname + location.search);
  };
  const data = load.state === 'ready' ? load.data : undefined;
  const routine = useMemo(() => data && arrange(data, chosen), [data, chosen]);
  const inCart = choices.items.filter(({ id }) => cart[id]).map(({ id }) => id);
  const kitsInCart = choices.kits.filter(({ id }) => cart[id]).flatMap(({ parts }) => parts);

  return (
    <div className="planner" ref={element}>
      {note && (
        <p className="notice planner-note" role="status">
          {note}
        </p>
      )}
      <Chooser
        choices={choices}
        chosen={chosen}
        wants={wants}
        cart={mounted ? [...inCart, ...kitsInCart] : []}
        onChoose={choose}
        onWant={setWants}
      />
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
