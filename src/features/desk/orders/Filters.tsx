import { type FormEvent, useEffect, useRef, useState } from 'react';
import { paymentMethodNames, paymentMethods } from '#features/orders/order.ts';
import { statusFilters } from '../orders.ts';
import { hashOf } from '../route.ts';

type Params = Record<string, string>;

/** Narrowed in the address, so that Back, links and a reload keep it. */
const filters = ['q', 'status', 'method', 'paid', 'account', 'from', 'to'] as const;

const oneOf = <T extends string>(all: readonly T[], value: string | undefined): T | undefined =>
  all.find((one) => one === value);

/** What an address asks for; what it cannot ask for is left out. */
export function queryOf({ q, status, method, paid, account, from, to }: Params) {
  const given = {
    q: q?.slice(0, 254),
    status: oneOf(statusFilters, status),
    method: oneOf(paymentMethods, method),
    paid: oneOf(['yes', 'no'], paid),
    account,
    from,
    to,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value)) as Partial<typeof given>;
}

/** Typing takes the place of what was typed before; a choice is a step of its own, for Back. */
function go(params: Params, typing = false): void {
  const hash = hashOf({ screen: 'orders', params });
  if (typing) location.replace(hash);
  else location.hash = hash;
}

/** The search and what narrows the list. */
export function Filters({ params }: { params: Params }) {
  const set = (name: (typeof filters)[number], value: string) => go({ ...params, [name]: value });
  const narrowed = filters.some((name) => params[name]);
  return (
    <search className="desk-tools desk-filters">
      <SearchBox q={params.q ?? ''} onSearch={(q) => go({ ...params, q }, true)} />
      <Choice label="Status" value={params.status} onChange={(value) => set('status', value)}>
        {statusFilters.map((status) => (
          <option key={status} value={status}>
            {status === 'unshipped' ? 'To pack and send' : status}
          </option>
        ))}
      </Choice>
      <Choice label="Payment" value={params.method} onChange={(value) => set('method', value)}>
        {paymentMethods.map((method) => (
          <option key={method} value={method}>
            {paymentMethodNames[method]}
          </option>
        ))}
      </Choice>
      <Choice label="Paid" value={params.paid} onChange={(value) => set('paid', value)}>
        <option value="yes">Paid</option>
        <option value="no">Not paid</option>
      </Choice>
      <Day label="From" value={params.from} onChange={(value) => set('from', value)} />
      <Day label="To" value={params.to} onChange={(value) => set('to', value)} />
      {narrowed && (
        <a className="button plain small" href={hashOf({ screen: 'orders' })}>
          Clear
        </a>
      )}
      {params.account && <p className="soft">Orders of one account only.</p>}
    </search>
  );
}

/** Pause after the last key before the list is asked, ms. */
const pause = 300;

function SearchBox({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(q);
  const sent = useRef(q);
  const search = useRef(onSearch);
  search.current = onSearch;
  // The address may have changed by Back or by a link.
  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setText(q);
  }, [q]);
  const send = (typed: string) => {
    const wanted = typed.trim();
    if (wanted === sent.current) return;
    sent.current = wanted;
    search.current(wanted);
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
      <label htmlFor="desk-search">Find</label>
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

type ChoiceProps = {
  label: string;
  value: string | undefined;
  onChange: (value: string) => void;
  children: React.ReactNode;
};

const Choice = ({ label, value = '', onChange, children }: ChoiceProps) => (
  <label className="field">
    <span className="label">{label}</span>
    <select value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">All</option>
      {children}
    </select>
  </label>
);

const Day = ({ label, value = '', onChange }: Omit<ChoiceProps, 'children'>) => (
  <label className="field desk-day">
    <span className="label">{label}</span>
    <input type="date" value={value} onChange={(event) => onChange(event.target.value)} />
  </label>
);
