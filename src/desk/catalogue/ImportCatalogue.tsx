import { useState } from 'react';
import type { Answers } from 'shop-import/read-catalogue';
import { mappingText } from 'shop-import/table-fields';
import { hashOf } from '#domain/desk/route.ts';
import type { ImportReport, ProductReport } from '#domain/import/report.ts';
import { dayOf } from '#lib/dates.ts';
import { saveFile } from '#lib/save-file.dom.ts';
import { Fact } from '#ui/Fact.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { FileButton } from '../ui/FileButton.tsx';
import { ColumnForm } from './ColumnForm.tsx';
import { FindingTable } from './FindingTable.tsx';
import { ImportRecords, ImportRedirects } from './ImportRecords.tsx';
import { QuestionForm } from './QuestionForm.tsx';
import { type Importing, useImport } from './useImport.ts';
import './import.css';

/** Shows what an export of another shop would bring, and makes a file of its new products. Other records come into the shop. */
export default function ImportCatalogue() {
  const { importing, answers, start, readAgain } = useImport();
  const isRead = ['done', 'records', 'redirects'].includes(importing.state);
  return (
    <>
      <p>
        <a href={hashOf({ screen: 'catalogue' })}>← Catalogue health</a>
      </p>
      <h1>Import a catalogue</h1>
      <p className="desk-text">
        Choose the export of your other shop: Shopify, WooCommerce, Wix, Squarespace, Etsy, Magento,
        BigCommerce, a feed for Google or Facebook, or any table as CSV, JSON, XML or XLSX. It is read on this
        device. Products and redirects are part of the shop’s content, so this page makes a file of the new
        ones, and changes none. Files of past orders, reviews, discount codes and subscribers are read here
        too; what is new comes into the shop after you have confirmed it.
      </p>
      <div className="desk-tools">
        <FileButton
          label="Export of the other shop"
          accept=".csv,.tsv,.txt,.json,.xml,.xlsx,text/csv,text/plain,text/xml,application/json"
          className={isRead ? 'button quiet' : 'button'}
          onFile={start}
        >
          {isRead ? 'Choose another file' : 'Choose a file'}
        </FileButton>
      </div>
      <Reading importing={importing} />
      {importing.state === 'refused' && importing.columns.length > 1 && (
        <section className="stack gap-3">
          <h2>Which column is which?</h2>
          <ColumnForm
            columns={importing.columns}
            mapping={answers.columns ?? {}}
            onRead={(columns) => readAgain({ columns })}
          />
        </section>
      )}
      {importing.state === 'records' && (
        <ImportRecords key={importing.name} name={importing.name} plan={importing.plan} />
      )}
      {importing.state === 'redirects' && <ImportRedirects {...importing} />}
      {importing.state === 'done' && (
        <Preview key={importing.name} importing={importing} answers={answers} readAgain={readAgain} />
      )}
    </>
  );
}

function Reading({ importing }: { importing: Importing }) {
  if (importing.state === 'refused' || importing.state === 'failed')
    return (
      <p className="notice error desk-import-wide" role="alert">
        {importing.name}: {importing.message}
      </p>
    );
  if (importing.state !== 'running') return <p role="status" hidden />;
  const { done, all } = importing;
  return (
    <div className="desk-import-progress cluster">
      <progress aria-label="Products read" {...(all > 0 && { value: done, max: all })} />
      <p role="status">{all > 0 ? `${done} of ${all} products` : `Reading ${importing.name}…`}</p>
    </div>
  );
}

type Done = Extract<Importing, { state: 'done' }>;

type PreviewProps = { importing: Done; answers: Answers; readAgain: (answers: Answers) => void };

function Preview({ importing, answers, readAgain }: PreviewProps) {
  const { name, report, zip, hasSales, columns } = importing;
  const { counts, done, newCategories, notes, questions } = report;
  const command = { name, answers };
  const [isMapping, setMapping] = useState(false);
  const inShop = report.products.filter(({ result }) => result === 'in the shop').length;
  return (
    <>
      <dl className="desk-facts cluster" aria-label={`What is in ${name}`}>
        <Fact name="Format">
          {report.format}, {report.encoding}
        </Fact>
        <Fact name="Products">{counts.products}</Fact>
        <Fact name="Prices">{counts.variants}</Fact>
        <Fact name="Pictures">{counts.pictures}</Fact>
        <Fact name="New">{done.added}</Fact>
        <Fact name="Already in the shop">{inShop}</Fact>
        <Fact name="Not imported">{counts.refused}</Fact>
      </dl>
      {notes.map((note) => (
        <p key={note} className="notice desk-import-wide">
          {note}
        </p>
      ))}
      {(questions.currencies.length > 0 || questions.uncounted > 0) && (
        <QuestionForm questions={questions} answers={answers} onAnswer={readAgain} />
      )}
      {columns.length > 1 && (
        <details className="desk-import-mapping" onToggle={(event) => setMapping(event.currentTarget.open)}>
          <summary>Which column is which</summary>
          {isMapping && (
            <ColumnForm
              columns={columns}
              mapping={answers.columns ?? {}}
              onRead={(mapping) => readAgain({ columns: mapping })}
            />
          )}
        </details>
      )}
      {newCategories.length > 0 && <p className="desk-text">New categories: {newCategories.join(', ')}.</p>}
      {zip ? (
        <NewProducts command={command} count={done.added} zip={zip} hasSales={hasSales} />
      ) : (
        <p className="notice desk-import-wide" role="alert">
          {inShop ? 'No product of this file is new.' : `${name}: no product can be imported.`}
        </p>
      )}
      {inShop > 0 && (
        <p className="desk-text">
          {inShop === 1 ? '1 product is' : `${inShop} products are`} already in the shop. This page does not
          have the present files of these products, so they are not in the ZIP file. The command{' '}
          <Command {...command} /> takes over what has changed in the export, and keeps what was changed in
          the shop.
        </p>
      )}
      <Products products={report.products} />
    </>
  );
}

/** A text as one word of a shell. */
const shellWord = (text: string): string =>
  /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

type CommandProps = { name: string; answers: Answers };

/** The command that does the same, with what was answered here as its options. */
function Command({ name, answers: { columns = {}, rate, stock } }: CommandProps) {
  const options = [
    Object.keys(columns).length > 0 && `--columns ${shellWord(mappingText(columns))}`,
    rate !== undefined && `--rate ${rate}`,
    stock !== undefined && `--stock ${stock === 'not counted' ? 'uncounted' : stock}`,
  ].filter((one) => one !== false);
  return (
    <code>
      <span className="desk-import-word">npm run import --</span> {[shellWord(name), ...options].join(' ')}{' '}
      <span className="desk-import-word">--write</span>
    </code>
  );
}

type NewProductsProps = { command: CommandProps; count: number; zip: Blob; hasSales: boolean };

function NewProducts({ command, count, zip, hasSales }: NewProductsProps) {
  return (
    <div className="stack gap-3">
      <div>
        <button
          type="button"
          className="button"
          onClick={() => saveFile(`catalogue-${dayOf(Date.now())}.zip`, zip, 'application/zip')}
        >
          {count === 1 ? 'Save the file of 1 new product' : `Save the files of ${count} new products`}
        </button>
      </div>
      <p className="desk-text">
        Unpack the ZIP file in the project’s folder, check it with <code>npm run content</code>, and commit
        it. It has no pictures: with them, run <Command {...command} /> in the project’s folder instead.
      </p>
      {hasSales && (
        <p className="desk-text">
          It also has <code>content/sales.yaml</code>: the sales of the shop, with those of the new products.
          If somebody changes sales in the editor before you commit it, choose the export again after the next
          build, so that both are in it.
        </p>
      )}
    </div>
  );
}

const views = {
  all: 'All products',
  refused: 'Not imported',
  guessed: 'With a guess',
  missing: 'With something missing',
  'in the shop': 'Already in the shop',
} as const;
type View = keyof typeof views;

const isIn = (view: View, { status, result, findings }: ProductReport): boolean => {
  if (view === 'all') return true;
  if (view === 'in the shop') return result === view;
  return view === 'refused' ? status === view : findings.some(({ severity }) => severity === view);
};

function Products({ products }: { products: ImportReport['products'] }) {
  const [view, setView] = useState<View>('all');
  const found = products.filter((product) => isIn(view, product));
  return (
    <>
      <div className="desk-tools">
        <SelectField label="Show" name="view" value={view} options={views} onChange={setView} />
        <p role="status" className="soft">
          {found.length === 1 ? '1 product' : `${found.length} products`}
        </p>
      </div>
      <FindingTable
        key={view}
        rows={found}
        keyOf={({ row, id }) => `${row} ${id}`}
        columns={[
          [
            'Product',
            ({ name, id, row, status, result }) => (
              <>
                {name}
                <span className="soft small desk-import-id">
                  {id}, row {row}, {result === 'in the shop' ? result : status}
                </span>
              </>
            ),
          ],
          ['Comes over', ({ over, status }) => (status === 'refused' ? '–' : over.join(', '))],
        ]}
      />
    </>
  );
}
