import { type FormEvent, useEffect, useRef, useState } from 'react';
import { paymentMethodNames, paymentMethods } from '#features/orders/order.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { hashOf } from '../route.ts';
import { statusFilters } from './order-rules.ts';

type Params = Record<string, string>;

/** The filters are stored in the URL, so that Back, links and a reload keep them. */
const filters = ['q', 'status', 'method', 'paid', 'account', 'from', 'to'] as const;

const oneOf = <T extends string>(all: readonly T[], value: string | undefined): T | undefined =>
  all.find((one) => one === value);

/** The valid filters of a route's parameters. */
export function parseFilters({ q, status, method, paid, account, from, to }: Params) {
  const valid = {
    q: q?.slice(0, 254),
    status: oneOf(statusFilters, status),
    method: oneOf(paymentMethods, method),
    paid: oneOf(['yes', 'no'], paid),
    account,
    from,
    to,
  };
  return Object.fromEntries(Object.entries(valid).filter(([, value]) => value)) as Partial<typeof valid>;
}

/** Typing replaces the history entry; choosing a filter adds one. */
function go(params: Params, typing = false): void {
  const hash = hashOf({ screen: 'orders', params });
  if (typing) location.replace(hash);
  else location.hash = hash;
}

const statusOptions = {
  '': 'All',
  ...Object.fromEntries(
    statusFilters.map((status) => [status, status === 'unshipped' ? 'To pack and send' : status]),
  ),
};

/** The search and the filters of the list. */
export function OrderFilters({ params }: { params: Params }) {
  const set = (name: (typeof filters)[number], value: string) => go({ ...params, [name]: value });
  const isFiltered = filters.some((name) => params[name]);
  return (
    <search className="desk-tools desk-filters">
      <SearchBox q={params.q ?? ''} onSearch={(q) => go({ ...params, q }, true)} />
      <SelectField
        label="Status"
        name="status"
        value={params.status ?? ''}
        options={statusOptions}
        onChange={(value) => set('status', value)}
      />
      <SelectField
        label="Payment"
        name="method"
        value={params.method ?? ''}
        options={{ '': 'All', ...paymentMethodNames }}
        onChange={(value) => set('method', value)}
      />
      <SelectField
        label="Paid"
        name="paid"
        value={params.paid ?? ''}
        options={{ '': 'All', yes: 'Paid', no: 'Not paid' }}
        onChange={(value) => set('paid', value)}
      />
      {(['from', 'to'] as const).map((name) => (
        <TextField
          key={name}
          className="desk-day"
          label={name === 'from' ? 'From' : 'To'}
          name={name}
          type="date"
          value={params[name] ?? ''}
          onChange={(value) => set(name, value)}
        />
      ))}
      {isFiltered && (
        <a className="button plain small" href={hashOf({ screen: 'orders' })}>
          Clear
        </a>
      )}
      {params.account && <p className="soft">Orders of one account only.</p>}
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
      <label htmlFor="desk-search">Search</label>
      <input
        id="desk-search"
        type="search"
        value={text}
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        placeholder="Order, phone, e-mail, name"
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
