import type { NumberedInvoice } from './invoice.ts';
import { type Field, invoiceView, type Row } from './invoice-view.ts';

/** The invoice as it is printed, on A4 or A5. */
export function InvoiceSheet({ invoice }: { invoice: NumberedInvoice }) {
  const view = invoiceView(invoice);
  const { supplier } = invoice;
  const [name, ...recipient] = view.recipient;
  return (
    <article className="invoice">
      <header>
        <p className="invoice-shop">{supplier.shop}</p>
        <div className="invoice-title">
          <h1>{view.title}</h1>
          <p>{view.copy}</p>
        </div>
        <p className="invoice-lines">
          <strong>{supplier.name}</strong>
          {[...supplier.address, `GSTIN ${supplier.gstin}`].map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
        <Fields fields={view.facts} />
      </header>
      <section className="invoice-parties">
        <div>
          <h2>{view.recipientTitle}</h2>
          <p className="invoice-lines">
            <strong>{name}</strong>
            {recipient.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </p>
        </div>
        <Fields fields={view.supply} />
      </section>
      <Lines columns={view.columns} rows={view.rows} />
      <footer>
        <div className="invoice-notes">
          <h2>Amount in words</h2>
          <p className="invoice-words">{view.inWords}</p>
          {view.footnotes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
        <dl className="invoice-sums">
          {[...view.sums, view.total].map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </footer>
    </article>
  );
}

const Fields = ({ fields }: { fields: readonly Field[] }) => (
  <dl className="invoice-fields">
    {fields.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** On a phone each cell names its column. */
const Lines = ({ columns, rows }: { columns: readonly string[]; rows: readonly Row[] }) => (
  <table>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ name, details, cells }, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a document does not change
        <tr key={row}>
          <th scope="row">
            {name}
            {details.map((detail) => (
              <small key={detail}>{detail}</small>
            ))}
          </th>
          {cells.map(({ text, below }, cell) => (
            <td key={columns[cell + 1]} data-column={columns[cell + 1]}>
              <span>
                {text}
                {below && <small>{below}</small>}
              </span>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
