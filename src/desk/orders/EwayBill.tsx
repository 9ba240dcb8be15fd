import { useState } from 'react';
import { type DialogProps, OrderDialog } from './OrderDialogs.tsx';
import { changeOrder, type Detail } from './orders.api.ts';

type Props = { detail: Detail; onChanged: () => void };

/** The e-way bill of a parcel that needs one or has one, and the button that sets its number until the parcel leaves. */
export function EwayBill({ detail: { order, ewayBill, seen }, onChanged }: Props) {
  const [open, setOpen] = useState(false);
  const { needed, number, open: canSet } = ewayBill;
  return (
    <>
      {number && <p>E-way bill {number}</p>}
      {needed && !number && (
        <p className="notice">
          {canSet
            ? 'This parcel needs an e-way bill before it leaves (CGST Rules, rule 138). Pack it, which makes its invoice, make the e-way bill, and enter its number here.'
            : 'This parcel left without the number of its e-way bill.'}
        </p>
      )}
      {canSet && (
        <p>
          <button type="button" className="button plain small flush" onClick={() => setOpen(true)}>
            {number ? 'Change the e-way bill' : 'Enter the e-way bill'}
          </button>
        </p>
      )}
      {open && (
        <EwayBillDialog
          number={number ?? ''}
          order={{ ...order, orderId: order.id, seen }}
          onClose={() => setOpen(false)}
          onStale={onChanged}
          onDone={onChanged}
        />
      )}
    </>
  );
}

const EwayBillDialog = ({ number, order, ...rest }: DialogProps & { number: string }) => (
  <OrderDialog
    {...rest}
    order={order}
    title={`E-way bill of ${order.reference}`}
    action="Save"
    fields={{
      ewayBill: {
        label: 'Number',
        inputMode: 'numeric',
        initial: number,
        optional: 'empty',
        hint: '12 digits. It stands on the label and on the invoice.',
      },
    }}
    submit={(version, { ewayBill }) => changeOrder.ewayBill(version, ewayBill || null)}
  />
);
