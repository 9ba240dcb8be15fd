import { Suspense, useState } from 'react';
import { hashOf } from '#domain/desk/route.ts';
import { formatDayTime } from '#lib/dates.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import type { Glance } from '../answers.ts';
import { RowButton } from '../ui/Table.tsx';

const ResolveFlagDialog = lazyComponent(() => import('./ResolveFlagDialog.tsx'));

type Flag = Glance['flags'][number];

/** The link to the screen where the flag can be handled. */
function flagLink({ kind, about, orderId, reference }: Flag) {
  if (kind === 'operator_new_device' || kind === 'operator_sign_in_failures')
    return { href: hashOf({ screen: 'people' }), name: about };
  if (kind === 'refund_due' || kind === 'refund_failed')
    return { href: hashOf({ screen: 'refunds' }), name: `Refund of ${reference ?? 'an order'}` };
  return orderId ? { href: hashOf({ screen: 'orders', id: orderId }), name: reference } : undefined;
}

type Props = { flags: readonly Flag[]; onChange: () => void };

/** Unresolved flags, which need an operator's decision. */
export function Flags({ flags, onChange }: Props) {
  const [selected, setSelected] = useState<Flag>();
  return (
    <section aria-labelledby="flags">
      <h2 id="flags">Needs attention</h2>
      {flags.length === 0 && <p className="soft">Nothing needs your attention.</p>}
      <ul className="desk-flags">
        {flags.map((flag) => {
          const link = flagLink(flag);
          return (
            <li key={flag.id}>
              <div>
                <strong>{flag.title}</strong>
                <p>
                  {link ? <a href={link.href}>{link.name}</a> : flag.about}
                  <span className="soft"> since {formatDayTime(flag.createdAt)}</span>
                </p>
                <p className="desk-text">{flag.detail}</p>
              </div>
              <RowButton
                label={`Resolve: ${flag.title}, ${link?.name ?? flag.about}`}
                onClick={() => setSelected(flag)}
              >
                Resolve
              </RowButton>
            </li>
          );
        })}
      </ul>
      {selected && (
        <Suspense>
          <ResolveFlagDialog flag={selected} onClose={() => setSelected(undefined)} onChanged={onChange} />
        </Suspense>
      )}
    </section>
  );
}
