import { type FormEvent, useState } from 'react';
import { hashOf } from '#domain/desk/route.ts';
import { cleanTag, cleanTags, isTag, maxTagLength, maxTags } from '#domain/orders/tags.ts';
import { TextField } from '#ui/TextField.tsx';
import { changeOrder, type Detail } from './orders.api.ts';
import { refusalText } from './refusal-text.api.ts';

/** The tags of an order: each leads to all orders that have it. */
export function Tags({ detail, onChanged }: { detail: Detail; onChanged: () => void }) {
  const { order, tags, seen } = detail;
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const save = async (all: readonly string[]) => {
    setBusy(true);
    const answer = await changeOrder.tags({ orderId: order.id, seen }, [...all]);
    setBusy(false);
    setError(answer.ok ? undefined : refusalText(answer));
    if (answer.ok) setTyped('');
    if (answer.ok || answer.code === 'changed') onChanged();
  };

  const add = (event: FormEvent) => {
    event.preventDefault();
    const tag = cleanTag(typed);
    if (!tag || busy) return;
    if (isTag(tag)) void save(cleanTags([...tags, tag]));
    else setError(`A tag has letters, digits and hyphens, at most ${maxTagLength} characters.`);
  };

  return (
    <section className="panel stack gap-3">
      <h2>Tags</h2>
      {tags.length > 0 && (
        <ul className="cluster gap-2">
          {tags.map((tag) => (
            <li key={tag} className="desk-tag">
              <a href={hashOf({ screen: 'orders', params: { q: `#${tag}` } })}>#{tag}</a>
              <button
                type="button"
                className="button plain small"
                aria-label={`Remove ${tag}`}
                disabled={busy}
                onClick={() => void save(tags.filter((one) => one !== tag))}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      {tags.length < maxTags && (
        <form className="desk-tag-form cluster gap-3" onSubmit={add}>
          <TextField
            label="Add a tag"
            name="tag"
            autoComplete="off"
            autoCapitalize="off"
            value={typed}
            error={error}
            onChange={(text) => {
              setTyped(text);
              setError(undefined);
            }}
          />
          <button type="submit" className="button quiet small" disabled={busy || !typed.trim()}>
            Add
          </button>
        </form>
      )}
      <p className="soft small">Only operators see them. Search for #tag to list the orders.</p>
    </section>
  );
}
