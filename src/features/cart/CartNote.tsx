import { useEffect, useState } from 'react';
import type { ApartNote } from '#features/routine/note.api.ts';
import { loadPart, optional } from '#lib/load-part.dom.ts';
import { paths } from '#lib/paths.ts';

/**
 * Says which products of the cart should not be used on the same evening, and what to do. It hinders nothing. It stands
 * below the sums and before the button, which stays where it is when the note comes.
 */
export function CartNote({ ids }: { ids: readonly string[] }) {
  const [note, setNote] = useState<ApartNote>();
  const key = [...ids].sort().join();
  useEffect(() => {
    let current = true;
    // A script that does not arrive: the cart works without the note.
    loadPart(() => import('#features/routine/note.api.ts'), optional)
      .then(({ loadApartNote }) => loadApartNote(key.split(',')))
      .catch(() => undefined)
      .then((found) => current && setNote(found));
    return () => {
      current = false;
    };
  }, [key]);
  if (!note) return null;
  return (
    <aside className="cart-apart stack gap-3" aria-labelledby="cart-apart-title">
      <h2 id="cart-apart-title">Better not used together</h2>
      <ul>
        {note.conflicts.map(({ rule, first, second, sentence }) => (
          <li key={`${rule.id} ${first.id} ${second.id}`}>
            <p>
              <strong>
                {first.name} and {second.name}
              </strong>
              : {sentence}
            </p>
            <p className="soft small">{rule.reason}</p>
          </li>
        ))}
      </ul>
      <a href={`${paths.routine}${note.link}`}>See them in a routine</a>
    </aside>
  );
}
