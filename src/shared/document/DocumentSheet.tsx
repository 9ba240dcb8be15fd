import type { ShopDocument } from '#domain/documents/document.ts';
import { documentView, type Field, type Party, type Row } from '#domain/documents/document-view.ts';

/** A document as it is printed, on A4 or A5. */
export function DocumentSheet({ document }: { document: ShopDocument }) {
  const view = documentView(document);
  const { supplier } = document;
  const [recipient, ...others] = view.parties;
  return (
    <article className="document">
      <header>
        <p className="document-shop">{supplier.shop}</p>
        <div className="document-title">
          <h1>{view.title}</h1>
          <p>{view.subtitle}</p>
        </div>
        <p className="document-lines">
          <strong>{supplier.name}</strong>
          {[...supplier.address, `GSTIN ${supplier.gstin}`].map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
        <Fields fields={view.facts} />
      </header>
      <section className="document-parties">
        {recipient && <PartyLines {...recipient} />}
        <div className="stack">
          <Fields fields={view.supply} />
          {others.map((party) => (
            <PartyLines key={party.title} {...party} />
          ))}
        </div>
      </section>
      <Lines columns={view.columns} rows={view.rows} />
      <footer>
        <div className="document-notes">
          {view.notes.map(({ label, value }) => (
            <div key={label}>
              <h2>{label}</h2>
              <p className="document-text">{value}</p>
            </div>
          ))}
          {view.footnotes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
        <dl className="document-sums stack gap-1">
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

const PartyLines = ({ title, lines: [name, ...others] }: Party) => (
  <div>
    <h2>{title}</h2>
    <p className="document-lines">
      <strong>{name}</strong>
      {others.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </p>
  </div>
);

const Fields = ({ fields }: { fields: readonly Field[] }) => (
  <dl className="document-fields stack gap-1">
    {fields.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** The characters that the longest amounts of all columns have together, from which on they are printed smaller. */
const manyCharacters = 52;

/** Whether amounts take much of the width. */
const isDense = (columns: readonly string[], rows: readonly Row[]): boolean =>
  columns.reduce(
    (sum, _, n) => sum + Math.max(0, ...rows.map(({ cells }) => cells[n]?.text.length ?? 0)),
    0,
  ) > manyCharacters;

/** On a phone each cell names its column. */
const Lines = ({ columns, rows }: { columns: readonly string[]; rows: readonly Row[] }) => (
  <table className={isDense(columns, rows) ? 'dense' : undefined}>
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
