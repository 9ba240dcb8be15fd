import { useEffect, useState } from 'react';
import { useLinkToken } from '#features/accounts/useLinkToken.ts';
import { useReloadWhenForgotten } from '#features/accounts/useReloadWhenForgotten.ts';
import { paths } from '#lib/paths.ts';
import { FailedState, StateMessage } from '#ui/StateMessage.tsx';
import { toast } from '#ui/toast.dom.ts';
import { useLoad } from '#ui/useLoad.ts';
import { InvoiceSheet } from './InvoiceSheet.tsx';
import { type InvoiceOf, loadInvoice, savePdf } from './invoice.api.ts';
import './invoice.css';

const title = 'Invoice';

/** The invoice of `?order=…`, or of the link in the email about the parcel (docs/behaviour.md 8.9). */
export default function InvoicePage() {
  const { token } = useLinkToken();
  useReloadWhenForgotten();
  const [orderId, setOrderId] = useState<string>();
  useEffect(() => setOrderId(new URLSearchParams(location.search).get('order') ?? ''), []);
  if (token === undefined || orderId === undefined) return <Loading />;
  if (orderId) return <Opened of={{ orderId }} />;
  return token ? <Opened of={{ link: token }} /> : <NoInvoice title="This link is not complete" />;
}

const Loading = () => (
  <div className="invoice-page wrap" aria-busy="true">
    <h1>{title}</h1>
    <p className="soft" role="status">
      Loading your invoice…
    </p>
    <div className="skeleton invoice-skeleton" aria-hidden="true" />
  </div>
);

/** The ways that are left. */
const NoInvoice = ({
  title,
  message = 'You find the invoices of your orders in My Orders, and in our email about your parcel.',
}: {
  title: string;
  message?: string;
}) => (
  <StateMessage
    title={title}
    actions={
      <>
        <a className="button" href={paths.orders}>
          My Orders
        </a>
        <a className="button quiet" href={paths.contact}>
          Contact us
        </a>
      </>
    }
  >
    <p className="soft">{message}</p>
  </StateMessage>
);

function Opened({ of }: { of: InvoiceOf }) {
  const { load, busy, reload } = useLoad(JSON.stringify(of), () => loadInvoice(of));
  const [isSaving, setSaving] = useState(false);
  if (load.state === 'loading') return <Loading />;
  if (load.state === 'failed') {
    const { status, code, message } = load.failure;
    if (status === 401) {
      const here = location.pathname + location.search;
      return (
        <StateMessage
          title={title}
          actions={
            <a className="button" href={paths.loginThen(here)}>
              Sign in
            </a>
          }
        >
          <p className="soft">
            Sign in to see this invoice, or open the link in our email about your parcel.
          </p>
        </StateMessage>
      );
    }
    if (status === 404)
      return (
        <NoInvoice
          title={code === 'not_found' ? 'This invoice was not found' : 'There is no invoice yet'}
          {...(code !== 'not_found' && { message })}
        />
      );
    return <FailedState {...{ title, message, busy }} onRetry={reload} />;
  }
  const { invoice } = load.data;
  const save = async () => {
    setSaving(true);
    const saved = await savePdf(of, invoice.number);
    setSaving(false);
    if (!saved.ok) toast({ kind: 'error', message: saved.message });
  };
  return (
    <div className="invoice-page wrap">
      <div className="invoice-actions">
        <button type="button" className="button small" aria-busy={isSaving} onClick={() => void save()}>
          Download PDF
        </button>
        <button type="button" className="button quiet small" onClick={() => print()}>
          Print
        </button>
      </div>
      <InvoiceSheet invoice={invoice} />
    </div>
  );
}
