import type { State } from 'gst/states';
import { useMemo, useRef, useState } from 'react';
import { isPincode, pincodeDigits } from '#domain/delivery/pincode.ts';
import { goTo } from '#domain/desk/route.ts';
import { provedFrom } from '#domain/pricing/new-coupon.ts';
import type { Quote } from '#domain/pricing/quote.ts';
import { quoteRows } from '#domain/pricing/sums.ts';
import { finderOf } from '#domain/stock/items.ts';
import { api, send } from '#lib/api.ts';
import { type Attempt, attemptFor, randomKey } from '#lib/attempt.dom.ts';
import { AddressFields } from '#shared/address/AddressFields.tsx';
import { emptyDraft } from '#shared/address/draft.dom.ts';
import { useDeliveryAddress } from '#shared/address/useDeliveryAddress.ts';
import BusinessInputs from '#shared/order/BusinessInputs.tsx';
import { useBusiness } from '#shared/order/useBusiness.ts';
import { FormEnd } from '#ui/FormEnd.tsx';
import { Sums } from '#ui/Sums.tsx';
import { TextField } from '#ui/TextField.tsx';
import { problemOf, refusedHere, useForm } from '#ui/useForm.ts';
import { useLoad } from '#ui/useLoad.ts';
import { loadItems, type StockItem } from '../stock/items.api.ts';
import { LoadState } from '../ui/LoadState.tsx';
import { RowButton } from '../ui/Table.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import './new-order.css';

/** An order that an operator enters for a buyer who called or wrote (docs/desk.md, "Orders by phone"). */
export default function NewOrder() {
  const items = useLoad('items', loadItems);
  return (
    <>
      <h1>New order</h1>
      <p className="soft">
        For a buyer who called or wrote. It is paid in cash on delivery, or by the buyer’s link.
      </p>
      <LoadState of={items}>{(sold) => <OrderForm items={sold} />}</LoadState>
    </>
  );
}

/** @property typed number of pieces */
type Line = { item: StockItem; typed: string };

/** The form. The amount is the server's: the operator agrees to it by placing the order. */
function OrderForm({ items }: { items: readonly StockItem[] }) {
  const fields = useDeliveryAddress(() => emptyDraft, { optionalEmail: true });
  const business = useBusiness(fields.values);
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [confirmed, setConfirmed] = useState<boolean>();
  const attempt = useRef<Attempt>(undefined);

  const { ref, onSubmit, problem, busy, field, values } = useForm({
    initial: { percent: '', reason: '' },
    async send({ percent, reason }) {
      if (!lines.length) return refusedHere('Please add a product.');
      if (confirmed === undefined) return refusedHere('Please say whether the buyer has confirmed.');
      const address = await fields.check();
      fields.setErrors(address.errors);
      const company = await business.check(!address.data);
      business.setErrors(company.errors);
      if (!address.data || Object.keys(company.errors).length)
        return refusedHere('Please check the marked fields.');
      if (!quote) return refusedHere(quoteProblem ?? 'The total is not known yet. Please try again.');
      const body = {
        address: address.data,
        items: itemsOf(lines),
        amount: quote.total,
        confirmed,
        ...(company.data && { business: company.data }),
        ...(percent.trim() && { discount: { percent: Number(percent), reason } }),
      };
      attempt.current = attemptFor(attempt.current, JSON.stringify(body), randomKey);
      const answer = await send(
        api.desk['phone-orders'].$post({ json: { ...body, key: attempt.current.key } }),
      );
      if (!answer.ok) {
        for (const part of [fields, business]) part.setErrors(problemOf(answer, part.values).fields);
      }
      return answer;
    },
    onDone: ({ orderId }) => goTo({ screen: 'orders', id: orderId }),
  });
  const { percent } = values;
  const { quote, problem: quoteProblem } = usePhoneQuote(lines, percent, fields.values);

  return (
    <form className="desk-new-order stack gap-5" ref={ref} onSubmit={onSubmit} noValidate>
      <Products {...{ items, lines }} onChange={setLines} />
      <fieldset className="stack">
        <legend>Buyer</legend>
        <AddressFields form={fields} optionalEmail />
      </fieldset>
      <fieldset className="stack">
        <legend>GST invoice for a business (optional)</legend>
        <BusinessInputs form={business} />
      </fieldset>
      <fieldset className="stack">
        <legend>Discount</legend>
        <TextField
          {...field('percent')}
          label="Per cent (optional)"
          inputMode="numeric"
          autoComplete="off"
          hint={`Up to ${provedFrom - 1}. For more, create a personal code under Codes.`}
        />
        {percent.trim() && (
          <TextField
            label="Reason"
            autoComplete="off"
            maxLength={200}
            hint="The audit list keeps it."
            {...field('reason')}
          />
        )}
      </fieldset>
      <fieldset className="stack gap-2">
        <legend>Payment</legend>
        <label className="tick">
          <input
            type="radio"
            name="confirmed"
            checked={confirmed === true}
            onChange={() => setConfirmed(true)}
          />
          The buyer has confirmed it, and pays in cash
        </label>
        <label className="tick">
          <input
            type="radio"
            name="confirmed"
            checked={confirmed === false}
            onChange={() => setConfirmed(false)}
          />
          Ask the buyer by email or WhatsApp to confirm it, or to pay by UPI or card
        </label>
      </fieldset>
      {quote && <Sums rows={sumsOf(quote, percent.trim())} />}
      {quoteProblem && (
        <p className="notice error" role="alert">
          {quoteProblem}
        </p>
      )}
      <FormEnd problem={problem} busy={busy} onCancel={() => goTo({ screen: 'orders' })}>
        Place order
      </FormEnd>
    </form>
  );
}

const sumsOf = (quote: Quote, percent: string) =>
  quoteRows({ ...quote, code: percent && `${percent}%` }, 'Total in cash');

const piecesOf = ({ typed }: Line): number => (/^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0);

const itemsOf = (lines: readonly Line[]) =>
  lines.map((line) => ({ id: line.item.id, quantity: piecesOf(line) }));

/** What the order costs, asked for again with each change. */
function usePhoneQuote(
  lines: readonly Line[],
  percent: string,
  { zipcode, state }: { zipcode: string; state: string },
) {
  const pincode = pincodeDigits(zipcode);
  const isKnown = isPincode(pincode) && state !== '';
  const off = percent.trim();
  const isComplete = lines.length > 0 && lines.every(piecesOf) && (!off || /^[1-9]\d?$/.test(off));
  const json = {
    items: itemsOf(lines),
    // Where the order goes changes its delivery.
    ...(isKnown && { pincode, state: state as State }),
    ...(off && { percent: Number(off) }),
  };
  const { load } = useLoad(isComplete ? JSON.stringify(json) : undefined, () =>
    send(api.desk['phone-orders'].quote.$post({ json })),
  );
  if (!isComplete) return { quote: undefined, problem: undefined };
  return {
    quote: load.state === 'ready' ? load.data.quote : undefined,
    problem: load.state === 'failed' ? load.failure.message : undefined,
  };
}

type ProductsProps = {
  items: readonly StockItem[];
  lines: readonly Line[];
  onChange: (lines: readonly Line[]) => void;
};

/** The products of the order. A name, a barcode, a SKU or an id adds a piece. */
function Products({ items, lines, onChange }: ProductsProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const byName = useMemo(() => new Map(items.map((item) => [item.name.toLowerCase(), item])), [items]);
  const find = useMemo(() => finderOf(items), [items]);
  const add = () => {
    if (!typed.trim()) return setError('Please choose a product.');
    const item = byName.get(typed.trim().toLowerCase()) ?? find(typed);
    if (typeof item === 'string') return setError(item);
    const others = lines.filter((line) => line.item !== item);
    const before = lines.find((line) => line.item === item);
    onChange([...others, { item, typed: String((before ? piecesOf(before) : 0) + 1) }]);
    setTyped('');
    setError('');
  };
  return (
    <fieldset className="stack">
      <legend>Products</legend>
      <div className="desk-tools">
        <TextField
          label="Product"
          name="product"
          list="desk-products"
          autoComplete="off"
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setError('');
          }}
          error={error}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <datalist id="desk-products">
          {items.map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
        </datalist>
        <button type="button" className="button quiet small" onClick={add}>
          Add
        </button>
      </div>
      {lines.length > 0 && (
        <table className="desk-table">
          <TableHead
            columns={['Product', { number: 'In stock' }, { number: 'Pieces' }, { visuallyHidden: 'Remove' }]}
          />
          <tbody>
            {lines.map((line) => (
              <tr key={line.item.id}>
                <td data-label="Product">
                  <span>{line.item.name}</span>
                </td>
                <td data-label="In stock" className="number">
                  <span>{line.item.stock}</span>
                </td>
                <td data-label="Pieces" className="number">
                  <input
                    className="desk-cell-field stock-pieces"
                    inputMode="numeric"
                    aria-label={`Pieces of ${line.item.name}`}
                    value={line.typed}
                    onChange={({ target }) =>
                      onChange(lines.map((one) => (one === line ? { ...one, typed: target.value } : one)))
                    }
                  />
                </td>
                <td>
                  <RowButton
                    label={`Remove ${line.item.name}`}
                    onClick={() => onChange(lines.filter((one) => one !== line))}
                  >
                    Remove
                  </RowButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </fieldset>
  );
}
