import type { RoutineData, RoutineItem } from '#domain/routine/routine-data.ts';
import { capitalized } from '#lib/capitalized.ts';
import { paths, productThumbnail } from '#lib/paths.ts';
import './chooser.css';

/** What can be chosen: the part of the data that the static page holds. */
export type Choices = {
  /** In the order of links. @property own of the shop */
  items: (Pick<RoutineItem, 'id' | 'code' | 'name'> & { own: boolean })[];
} & Pick<RoutineData, 'kits' | 'wants'>;

/** More tiles than this would hide the rest of the form. Other products come by a link or from the cart. */
const mostTiles = 60;

type Props = {
  choices: Choices;
  chosen: ReadonlySet<string>;
  wants: ReadonlySet<string>;
  /** Ids of products in the cart that have a place in a routine. */
  cart: readonly string[];
  onChoose: (ids: ReadonlySet<string>) => void;
  onWant: (ids: ReadonlySet<string>) => void;
  /** Goes to the routine. */
  onShow: () => void;
};

/** The set with these ids, or without them if it had them all. */
function toggled(ids: ReadonlySet<string>, ...some: string[]): ReadonlySet<string> {
  const had = some.every((id) => ids.has(id));
  return new Set(had ? [...ids].filter((id) => !some.includes(id)) : [...ids, ...some]);
}

/** What somebody has and wishes for. */
export function Chooser({ choices, chosen, wants, cart, onChoose, onWant, onShow }: Props) {
  const own = choices.items.filter((item) => item.own);
  const kinds = choices.items.filter((item) => !item.own);
  const shown = own.filter(({ id }, n) => n < mostTiles || chosen.has(id));
  const fromCart = cart.filter((id) => !chosen.has(id));
  return (
    <form className="chooser stack gap-8" autoComplete="off" onSubmit={(event) => event.preventDefault()}>
      <fieldset className="stack">
        <legend>What do you have?</legend>
        {fromCart.length > 0 && (
          <button
            type="button"
            className="button quiet small"
            onClick={() => onChoose(new Set([...chosen, ...cart]))}
          >
            Add what is in my cart
          </button>
        )}
        <div className="chooser-tiles grid gap-2">
          {shown.map(({ id, name }) => (
            <Tile
              key={id}
              id={id}
              name={name}
              on={chosen.has(id)}
              onToggle={() => onChoose(toggled(chosen, id))}
            />
          ))}
          {choices.kits.map(({ id, name, parts }) => (
            <Tile
              key={id}
              id={id}
              name={`${name} (kit)`}
              on={parts.every((part) => chosen.has(part))}
              onToggle={() => onChoose(toggled(chosen, ...parts))}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className="stack">
        <legend className="lesser">From other brands</legend>
        <div className="cluster gap-2">
          {kinds.map(({ id, name }) => (
            <Chip
              key={id}
              of="have"
              id={id}
              name={capitalized(name)}
              on={chosen.has(id)}
              onToggle={() => onChoose(toggled(chosen, id))}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className="stack">
        <legend>What would you like to improve?</legend>
        <div className="cluster gap-2">
          {choices.wants.map(({ id, label }) => (
            <Chip
              key={id}
              of="want"
              id={id}
              name={capitalized(label)}
              on={wants.has(id)}
              onToggle={() => onWant(toggled(wants, id))}
            />
          ))}
        </div>
        <p className="soft small">
          Links that you share do not contain these choices.{' '}
          {IS_ON.skin && (
            <>
              <a href={paths.skin}>My skin</a> remembers them on this device.
            </>
          )}
        </p>
      </fieldset>
      {/* Its space is kept, so that the first choice moves nothing. */}
      <div className="chooser-bar" data-on={chosen.size + wants.size > 0 || undefined}>
        <button type="button" className="button wide" onClick={onShow}>
          {chosen.size ? `See my routine (${chosen.size})` : 'See my routine'}
        </button>
      </div>
    </form>
  );
}

type ChoiceProps = { id: string; name: string; on: boolean; onToggle: () => void };

function Tile({ id, name, on, onToggle }: ChoiceProps) {
  return (
    <label className="chooser-tile grid gap-2">
      <input type="checkbox" name="have" value={id} checked={on} onChange={onToggle} />
      <img src={productThumbnail(id)} alt="" width="160" height="160" loading="lazy" decoding="async" />
      <span>{name}</span>
    </label>
  );
}

function Chip({ of, id, name, on, onToggle }: ChoiceProps & { of: 'have' | 'want' }) {
  return (
    <label className="chooser-chip">
      <input type="checkbox" name={of} value={id} checked={on} onChange={onToggle} />
      <span>{name}</span>
    </label>
  );
}
