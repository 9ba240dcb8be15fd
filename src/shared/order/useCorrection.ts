import { useState } from 'react';
import type { ApiOrder } from '#domain/orders/order.ts';
import type { ApiQuote } from '#domain/pricing/quote.ts';
import { api, send } from '#lib/api.ts';
import { MissingPart } from '#lib/load-part.dom.ts';
import type { Outcome } from '#lib/outcome.ts';
import { refusedHere } from '#ui/useForm.ts';
import { draftOf, emptyBusiness } from '../address/draft.dom.ts';
import { useDeliveryAddress } from '../address/useDeliveryAddress.ts';
import { useBusiness } from './useBusiness.ts';

/** What a form corrects: name, address and phone, or the business that the invoice is for. */
export type CorrectedPart = 'address' | 'business';

/**
 * The form that corrects a part of an order.
 * @param isNewInvoice by replacing its invoice, which operators do
 * @returns `quote`: the new sums, which sending the form once more agrees to
 */
export function useCorrection(
  { _id: orderId, shippingAddress, business: known }: Pick<ApiOrder, '_id' | 'shippingAddress' | 'business'>,
  part: CorrectedPart,
  isNewInvoice = false,
) {
  const fields = useDeliveryAddress(() => draftOf(shippingAddress));
  const business = useBusiness(shippingAddress, () => ({ ...emptyBusiness, ...known }));
  const [quote, setQuote] = useState<ApiQuote>();
  const { setErrors } = part === 'address' ? fields : business;

  /** The part as the server takes it. @throws if the schema could not be loaded */
  async function read() {
    if (part === 'business') {
      const { data, errors } = await business.check();
      return Object.keys(errors).length ? { errors } : { json: { business: data ?? null }, errors };
    }
    const { data, errors } = await fields.check();
    if (!data) return { errors };
    const { saveInfo: _saved, email: _email, ...address } = data;
    return { json: { address }, errors };
  }

  /** @param seen rows of the order's history that an operator has read */
  const submit = async (seen?: number): Promise<Outcome<{ message: string }>> => {
    const checked = await read().catch((missing: MissingPart) => missing);
    if (checked instanceof MissingPart) return refusedHere(checked.message);
    if (!checked.json) {
      setErrors(checked.errors);
      return refusedHere('Please check the marked fields.');
    }
    const json = {
      orderId,
      ...checked.json,
      ...(quote && { amount: quote.amount }),
      ...(seen !== undefined && { seen }),
    };
    const answer = await send(
      isNewInvoice
        ? api.desk.orders[':id']['new-invoice'].$post({
            param: { id: orderId },
            json: { ...checked.json, seen: seen ?? 0 },
          })
        : api.order.correct.$post({ json }),
    );
    if (answer.ok) return answer;
    if (answer.code === 'amount_changed') setQuote(answer.body.quote as ApiQuote);
    setErrors(
      Object.fromEntries(
        Object.entries(answer.fields).map(([name, message]) => [name.replace(`${part}.`, ''), message]),
      ),
    );
    return answer;
  };
  return { fields, business, quote, submit };
}
