import type { ReactNode } from 'react';
import { goTo, hashOf, type Route, viewOf } from '#domain/desk/route.ts';
import { defaultPeriod, searchPeriods } from '#domain/search/periods.ts';
import { api, send } from '#lib/api.ts';
import { paths } from '#lib/paths.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { useLoad } from '#ui/useLoad.ts';
import { LoadState } from '../ui/LoadState.tsx';
import { type Column, Table } from '../ui/Table.tsx';
import './searches.css';

const inIndian = new Intl.NumberFormat('en-IN');

type Searched = { query: string; times: number; empty: number };

/** A searched text, as a link to its results in the shop. */
const textColumn = <T extends { query: string }>(): Column<T> => [
  'Text',
  ({ query }) => <a href={paths.search({ q: query })}>{query}</a>,
];
const timesColumn: Column<Searched> = ['Searches', ({ times }) => inIndian.format(times), 'number'];
const emptyColumn: Column<Searched> = ['No results', ({ empty }) => inIndian.format(empty), 'number'];

/** What shoppers searched, what found nothing, and what they opened. */
export default function Searches({ route: { params } }: { route: Route }) {
  const period = viewOf(searchPeriods, params.period ?? defaultPeriod);
  const load = useLoad(period, () => send(api.desk.searches.$get({ query: { period } })));
  return (
    <>
      <h1>Searches</h1>
      <p className="soft desk-text">
        Searches are counted by day. Nothing identifies a shopper, and texts that look personal are not
        counted.
      </p>
      <div className="desk-tools">
        <SelectField
          label="Last"
          name="period"
          value={period}
          options={searchPeriods}
          onChange={(next) => goTo({ screen: 'searches', params: { period: next } })}
        />
      </div>
      <LoadState of={load}>
        {({ total, most, nothing, clicked }) =>
          total.times ? (
            <>
              <Totals {...total} />
              <div className="desk-searches stack gap-8">
                <Part
                  title="Most searched"
                  hint="Look at the results of each. If the first is wrong, add the text to its meaning under Search words in the editor, or a tag to the product."
                >
                  <Table
                    rows={most}
                    keyOf={({ query }) => query}
                    columns={[textColumn(), timesColumn, emptyColumn]}
                  />
                </Part>
                <Part
                  title="No results"
                  hint="In the editor, under Search words, add the text to its meaning, or to “Other kinds of product”."
                >
                  {nothing.length ? (
                    <Table
                      rows={nothing}
                      keyOf={({ query }) => query}
                      columns={[textColumn(), emptyColumn, timesColumn]}
                    />
                  ) : (
                    <p className="desk-state stack gap-3 soft">Every search had results.</p>
                  )}
                </Part>
                <Part
                  title="Opened products"
                  hint="If shoppers open another product than the first result, give it the tag of what they searched."
                >
                  {clicked.length ? (
                    <Table
                      rows={clicked}
                      keyOf={({ query, productId }) => `${query} ${productId}`}
                      columns={[
                        textColumn(),
                        [
                          'Product',
                          ({ productId, name }) => (
                            <a href={hashOf({ screen: 'stock', id: productId })}>{name}</a>
                          ),
                        ],
                        ['Opened', ({ clicks }) => inIndian.format(clicks), 'number'],
                      ]}
                    />
                  ) : (
                    <p className="desk-state stack gap-3 soft">Nobody has opened a result.</p>
                  )}
                </Part>
              </div>
            </>
          ) : (
            <p className="desk-state stack gap-3 soft">Nobody searched in these days.</p>
          )
        }
      </LoadState>
    </>
  );
}

/** @property other searches of texts above the limit of different ones a day */
type TotalsProps = { times: number; empty: number; other: number };

function Totals({ times, empty, other }: TotalsProps) {
  const facts = [
    ['Searches', inIndian.format(times)],
    ['No results', `${inIndian.format(empty)} (${Math.round((100 * empty) / times)}%)`],
    ...(other ? [['Not listed: a day had more than 2,000 different texts', inIndian.format(other)]] : []),
  ];
  return (
    <dl className="desk-facts cluster">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const Part = ({ title, hint, children }: { title: string; hint: string; children: ReactNode }) => (
  <section className="stack gap-3">
    <h2>{title}</h2>
    <p className="soft desk-text">{hint}</p>
    {children}
  </section>
);
