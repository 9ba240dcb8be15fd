import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { hashOf } from '#domain/desk/route.ts';
import { type Paper, paperNames, parsePapers } from '#domain/documents/papers.ts';
import { unshipped } from '#domain/orders/order.ts';
import { DocumentSheet } from '#shared/document/DocumentSheet.tsx';
import { useLoad } from '#ui/useLoad.ts';
import { LoadState } from '../ui/LoadState.tsx';
import { fitAddresses } from './fit-addresses.dom.ts';
import { PackingSlip } from './PackingSlip.tsx';
import { ParcelLabel } from './ParcelLabel.tsx';
import { PickList } from './PickList.tsx';
import { loadPapers, type Papers } from './print.api.ts';
import '#shared/document/document.css';
import './print.css';

/** What a print page holds, in its order; papers that no order has are left out. */
function pagesOf({ from, parcels, documents }: Papers): Record<Paper, ReactNode[]> {
  const toPick = parcels.filter(({ status }) => unshipped.includes(status));
  return {
    pickList: toPick.length ? [<PickList key="" parcels={toPick} />] : [],
    slips: parcels.map((parcel) => <PackingSlip key={parcel.id} {...{ parcel, from }} />),
    invoices: documents.map((document) => <DocumentSheet key={document.number} document={document} />),
    labels: parcels.map((parcel) => <ParcelLabel key={parcel.id} {...{ parcel, from }} />),
  };
}

/**
 * The papers of orders as the browser prints them, each on its size: `#orders/print?ids=…&papers=slips labels`. Without
 * `ids`, those of the orders that wait to be packed or sent.
 */
export default function PrintPage({ params: { ids, papers } }: { params: Record<string, string> }) {
  const loaded = useLoad(`${ids} ${papers}`, () => loadPapers(ids?.split(','), parsePapers(papers)));
  const ordersOf = ids && !ids.includes(',') ? { id: ids } : {};
  return (
    <div className="papers">
      <a className="button plain small flush desk-back" href={hashOf({ screen: 'orders', ...ordersOf })}>
        {ordersOf.id ? 'The order' : 'All orders'}
      </a>
      <LoadState of={loaded} title="Print">
        {(data) => <Sheets pages={data ? pagesOf(data) : undefined} wanted={parsePapers(papers)} />}
      </LoadState>
    </div>
  );
}

function Sheets({
  pages,
  wanted,
}: {
  pages: Record<Paper, ReactNode[]> | undefined;
  wanted: readonly Paper[];
}) {
  const root = useRef<HTMLDivElement>(null);
  /** The only papers that are printed. */
  const [only, setOnly] = useState<Paper>();
  const kinds = wanted.filter((kind) => pages?.[kind].length);
  useEffect(() => {
    if (root.current) void fitAddresses(root.current);
    const printAll = () => setOnly(undefined);
    addEventListener('afterprint', printAll);
    return () => removeEventListener('afterprint', printAll);
  }, []);
  const start = (kind?: Paper) => {
    flushSync(() => setOnly(kind));
    print();
  };
  if (!pages || !kinds.length)
    return (
      <>
        <h1>Print</h1>
        <p className="soft">
          {pages ? 'None of these orders has any of these papers.' : 'There are no orders to pack.'}
        </p>
      </>
    );
  return (
    <div className="papers-all" ref={root}>
      <div className="papers-head cluster">
        <h1>Print</h1>
        <button type="button" className="button small" onClick={() => start()}>
          {kinds.length > 1 ? 'Print all' : 'Print'}
        </button>
        {kinds.length > 1 && (
          <p className="soft">Each paper has its own size. With two printers, print each kind by itself.</p>
        )}
      </div>
      {kinds.map((kind) => (
        <section
          key={kind}
          className={`papers-${kind}`}
          hidden={only && only !== kind}
          aria-label={paperNames[kind]}
        >
          <div className="papers-head cluster">
            <h2>{paperNames[kind]}</h2>
            {kinds.length > 1 && (
              <button type="button" className="button quiet small" onClick={() => start(kind)}>
                Print only these<span className="visually-hidden">: {paperNames[kind]}</span>
              </button>
            )}
          </div>
          <ol>
            {pages[kind].map((page, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pages do not change
              <li key={n}>{page}</li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
