import { useState } from 'react';
import { api, send } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { hashOf } from '../route.ts';
import { Ask } from '../ui/Ask.tsx';
import type { Glance } from './Today.tsx';

type Flag = Glance['flags'][number];

/** Where somebody goes to deal with it. */
function placeOf({ kind, about, orderId, reference }: Flag) {
  if (kind === 'operator_new_device' || kind === 'operator_sign_in_failures')
    return { href: hashOf({ screen: 'people' }), name: about };
  if (kind === 'refund_due' || kind === 'refund_failed')
    return { href: hashOf({ screen: 'refunds' }), name: `Refund of ${reference ?? 'an order'}` };
  return orderId ? { href: hashOf({ screen: 'orders', id: orderId }), name: reference } : undefined;
}

type Props = { flags: readonly Flag[]; onChange: () => void };

/** What the shop cannot decide by itself, until somebody says that they have. */
export function Flags({ flags, onChange }: Props) {
  const [asked, ask] = useState<Flag>();
  return (
    <section aria-labelledby="flags">
      <h2 id="flags">To be looked at</h2>
      {flags.length === 0 && <p className="soft">Nothing: the shop gets along by itself.</p>}
      <ul className="desk-flags">
        {flags.map((flag) => {
          const place = placeOf(flag);
          return (
            <li key={flag._id}>
              <div>
                <strong>{flag.title}</strong>
                <p>
                  {place ? <a href={place.href}>{place.name}</a> : flag.about}
                  <span className="soft"> since {formatMoment(flag.date)}</span>
                </p>
                <p className="desk-words">{flag.detail}</p>
              </div>
              <button
                type="button"
                className="button quiet small"
                aria-label={`Dealt with: ${flag.title}, ${place?.name ?? flag.about}`}
                onClick={() => ask(flag)}
              >
                Dealt with
              </button>
            </li>
          );
        })}
      </ul>
      {asked && (
        <Ask
          title="Take it off the list?"
          action="Dealt with"
          onSubmit={() => send(api.desk.flags[':id'].resolve.$post({ param: { id: asked._id } }))}
          onClose={() => ask(undefined)}
          onDone={onChange}
          onStale={onChange}
        >
          <p>{asked.title}. Nothing else happens: no money moves, and no order changes.</p>
        </Ask>
      )}
    </section>
  );
}
