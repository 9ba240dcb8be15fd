import { useEffect, useState } from 'react';
import { documentNames } from '#domain/documents/document.ts';
import { documentPaths } from '#domain/documents/document-paths.ts';
import { useLinkToken } from '#features/accounts/useLinkToken.ts';
import { useReloadWhenForgotten } from '#features/accounts/useReloadWhenForgotten.ts';
import { paths } from '#lib/paths.ts';
import { DocumentSheet } from '#shared/document/DocumentSheet.tsx';
import { FailedState, StateMessage } from '#ui/StateMessage.tsx';
import { toast } from '#ui/toast.dom.ts';
import { useLoad } from '#ui/useLoad.ts';
import { type DocumentOf, type LoadedDocument, loadDocument, savePdf } from './document.api.ts';
import '#shared/document/document.css';

const title = 'Invoice';

/**
 * The invoice of `?order=…`, or of the link in an email; with `?number=…` another document of the same order
 * (docs/behaviour.md, "Invoices and credit notes").
 */
export default function DocumentPage() {
  const { token } = useLinkToken();
  useReloadWhenForgotten();
  const [query, setQuery] = useState<URLSearchParams>();
  useEffect(() => setQuery(new URLSearchParams(location.search)), []);
  if (token === undefined || query === undefined) return <Loading />;
  const orderId = query.get('order');
  const number = query.get('number') ?? undefined;
  if (orderId) return <Opened of={{ orderId, number }} />;
  return token ? <Opened of={{ link: token, number }} /> : <NoDocument title="This link is not complete" />;
}

const Loading = () => (
  <div className="document-page wrap stack gap-5" aria-busy="true">
    <h1>{title}</h1>
    <p className="soft" role="status">
      Loading your document…
    </p>
    <div className="skeleton document-skeleton" aria-hidden="true" />
  </div>
);

/** The ways that are left. */
const NoDocument = ({
  title,
  message = 'You find the invoices and credit notes of your orders in My Orders, and in our emails.',
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

/** The other documents of the order. */
function Others({ of, loaded }: { of: DocumentOf; loaded: LoadedDocument }) {
  const others = loaded.documents.filter(({ number }) => number !== loaded.document.number);
  if (!others.length) return null;
  const pathTo = (number?: string) =>
    'link' in of ? documentPaths.linked(of.link, number) : documentPaths.ofOrder(of.orderId, number);
  return (
    <nav className="document-others cluster" aria-label="Other documents of this order">
      {others.map(({ kind, number }) => (
        <a key={number} href={pathTo(kind === 'invoice' ? undefined : number)}>
          {documentNames[kind]} {number}
        </a>
      ))}
    </nav>
  );
}

function Opened({ of }: { of: DocumentOf }) {
  const { load, busy, reload } = useLoad(JSON.stringify(of), () => loadDocument(of));
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
          <p className="soft">Sign in to see this document, or open the link in our email about it.</p>
        </StateMessage>
      );
    }
    if (status === 404)
      return (
        <NoDocument
          title={code === 'not_found' ? 'This document was not found' : 'There is no invoice yet'}
          {...(code !== 'not_found' && { message })}
        />
      );
    return <FailedState {...{ title, message, busy }} onRetry={reload} />;
  }
  const { document } = load.data;
  const save = async () => {
    setSaving(true);
    const saved = await savePdf(of, document.number);
    setSaving(false);
    if (!saved.ok) toast({ kind: 'error', message: saved.message });
  };
  return (
    <div className="document-page wrap stack gap-5">
      <div className="document-actions">
        <Others of={of} loaded={load.data} />
        <button type="button" className="button small" aria-busy={isSaving} onClick={() => void save()}>
          Download PDF
        </button>
        <button type="button" className="button quiet small" onClick={() => print()}>
          Print
        </button>
      </div>
      <DocumentSheet document={document} />
    </div>
  );
}
