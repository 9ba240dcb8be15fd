import { useState } from 'react';
import { api, send } from '#lib/api.ts';
import { dayOf } from '#lib/dates.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { refusedHere } from '#ui/useForm.ts';
import { DialogField, textOf } from '../ui/DialogField.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { paiseOf } from '../ui/paise-of.ts';
import { rupeesText } from './ItemForm.tsx';
import type { Product, ProductItem } from './product.ts';
import { useConfirmed } from './useConfirmed.ts';

type Props = { product: Product; item: ProductItem; onClose: () => void; onChanged: () => void };

const kinds = { percent: 'A percentage off', price: 'A price' } as const;

/** Sets the sale of a product, or of a size or shade: from the first moment of a day to the end of another one. */
export function SaleDialog({ product, item, onClose, onChanged }: Props) {
  const now = Date.now();
  const sale = item.sale && item.sale.until > now ? item.sale : null;
  const [kind, setKind] = useState<keyof typeof kinds>(sale && 'price' in sale ? 'price' : 'percent');
  const confirmed = useConfirmed();
  const isOfAll = item.id === product.id && product.items.length > 1;
  const save = async (form: FormData) => {
    const amount = textOf(form, kind);
    const value = kind === 'price' ? paiseOf(amount) : Number(amount || Number.NaN);
    if (Number.isNaN(value)) return refusedHere('', { [kind]: 'Please enter a number.' });
    const json = {
      name: textOf(form, 'name'),
      from: textOf(form, 'from'),
      until: textOf(form, 'until'),
      [kind]: value,
    };
    return confirmed.send(json, (isConfirmed) =>
      send(
        api.desk.products[':productId'].$post({
          param: { productId: product.id },
          json: { version: product.version, items: [{ id: item.id, sale: json }], confirmed: isConfirmed },
        }),
      ),
    );
  };
  return (
    <FormDialog
      title={`Sale of ${item.label && !isOfAll ? `${product.name}, ${item.label}` : product.name}`}
      action={confirmed.doubt ? 'Save anyway' : 'Save'}
      onSubmit={save}
      onClose={onClose}
      onChanged={onChanged}
    >
      {(errors) => (
        <>
          {isOfAll && <p>It counts for all sizes and shades.</p>}
          <div className="desk-pairs grid">
            <DialogField
              name="name"
              label="Name that shoppers read"
              initial={sale?.name ?? 'Sale'}
              required
              maxLength={60}
              errors={errors}
            />
            <SelectField label="What it is" name="kind" value={kind} options={kinds} onChange={setKind} />
            {kind === 'percent' ? (
              <DialogField
                key="percent"
                name="percent"
                label="Per cent off"
                initial={sale && 'percent' in sale ? String(sale.percent) : ''}
                inputMode="numeric"
                required
                errors={errors}
              />
            ) : (
              <DialogField
                key="price"
                name="price"
                label="Price in the sale, ₹"
                initial={sale && 'price' in sale ? rupeesText(sale.price) : ''}
                inputMode="decimal"
                required
                errors={errors}
              />
            )}
            <DialogField
              name="from"
              label="First day"
              type="date"
              initial={dayOf(sale?.from ?? now)}
              required
              errors={errors}
            />
            <DialogField
              name="until"
              label="Last day"
              type="date"
              initial={sale ? dayOf(sale.until - 1) : ''}
              min={dayOf(now)}
              required
              errors={errors}
              hint="To its end, Indian time"
            />
          </div>
        </>
      )}
    </FormDialog>
  );
}
