import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { hashOf, setFilters } from '#domain/desk/route.ts';
import { type Filter, orderFilters } from '#domain/orders/filters.ts';
import { countOf } from '#domain/orders/order-rules.ts';
import { keysOf } from '#lib/keys.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { $waiting } from './waiting.store.ts';
import './order-filters.css';

type Params = Record<string, string>;

/** The search and the status have parts of their own, an account and outstanding cash have no field. */
const { q: searched, status, account, owed, ...others } = orderFilters;
const otherFilters = Object.entries<Filter>(others);

/** The status filters, with the number of orders that wait; `To confirm` only while there are some. */
function StatusFilters({ params }: { params: Params }) {
  const counts = useStore($waiting)?.counts;
  const nav = useRef<HTMLElement>(null);
  // On a phone it is one scrolling line.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status is another place in the line
  useEffect(() => {
    const chosen = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && chosen) nav.current.scrollLeft = chosen.offsetLeft - nav.current.clientWidth / 3;
  }, [params.status]);
  const link = (name: string, status: string, count?: string) => (
    <li key={status}>
      <a
        href={hashOf({ screen: 'orders', params: { ...params, status } })}
        aria-current={(params.status ?? '') === status ? 'true' : undefined}
      >
        {name}
        {count && <span className="desk-count"> {count}</span>}
      </a>
    </li>
  );
  return (
    <nav className="desk-statuses" aria-label={status.label} ref={nav}>
      <ul>
        {link('All', '')}
        {keysOf(status.choices)
          .filter((name) => name !== 'unconfirmed' || counts?.unconfirmed || params.status === name)
          .map((name) => link(status.choices[name], name, countOf(name, counts)))}
      </ul>
    </nav>
  );
}

/** The search and the filters of the list. On a phone those besides search and status are folded. */
export function OrderFilters({ params }: { params: Params }) {
  const [unfolded, setUnfolded] = useState(false);
  const more = useId();
  const isFiltered = keysOf(orderFilters).some((name) => params[name]);
  const folded = otherFilters.filter(([name]) => params[name]).length;
  return (
    <search className="desk-filters">
      <StatusFilters params={params} />
      <SearchBox q={params.q ?? ''} onSearch={(q) => setFilters('orders', { q }, true)} />
      <button
        type="button"
        className="button quiet small desk-unfold"
        aria-expanded={unfolded}
        aria-controls={more}
        onClick={() => setUnfolded(!unfolded)}
      >
        {folded ? `Filters (${folded})` : 'Filters'}
      </button>
      <div className="desk-tools desk-more-filters" id={more} data-unfolded={unfolded || undefined}>
        {otherFilters.map(([name, { label, choices, day }]) => {
          const onChange = (value: string) => setFilters('orders', { [name]: value });
          const shared = { label, name, value: params[name] ?? '', onChange };
          return choices ? (
            <SelectField key={name} {...shared} options={{ '': 'All', ...choices }} />
          ) : (
            <TextField key={name} {...shared} className="desk-day" type={day ? 'date' : 'text'} />
          );
        })}
      </div>
      {isFiltered && (
        <a className="button plain small flush" href={hashOf({ screen: 'orders' })}>
          Clear
        </a>
      )}
      {params.account && <p className="soft">{account.label}</p>}
      {params.owed && <p className="soft">{owed.label}</p>}
    </search>
  );
}

/** Delay between the last key and the request, ms. */
const pause = 300;

function SearchBox({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(q);
  const sent = useRef(q);
  const search = useRef(onSearch);
  search.current = onSearch;
  // Back or a link may have changed the URL.
  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setText(q);
  }, [q]);
  const send = (typed: string) => {
    const trimmed = typed.trim();
    if (trimmed === sent.current) return;
    sent.current = trimmed;
    search.current(trimmed);
  };
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(text);
  };
  return (
    <form className="field desk-search" onSubmit={submit}>
      <label htmlFor="desk-search">{searched.label}</label>
      <input
        id="desk-search"
        type="search"
        value={text}
        autoComplete="off"
        spellCheck={false}
        placeholder="Order, name, phone, email, city, product…"
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
