import { useState } from 'react';
import { type Difference, type Period, periods, type Rule, ruleNames, rules } from '../reconcile.ts';
import { hashOf } from '../route.ts';
import { Choice } from '../ui/Choice.tsx';
import { Found } from './Differences.tsx';
import { Parts } from './Parts.tsx';
import { Mend } from './Repair.tsx';
import { MendAll } from './RepairAll.tsx';
import { useComparison } from './useComparison.ts';
import './reconcile.css';

/** Orders, payments and stock, compared; nothing is written until somebody applies a fix. */
export default function Reconcile() {
  const [period, setPeriod] = useState<Period>('week');
  const comparison = useComparison();
  const { state, differences, notAsked, failure } = comparison;
  const [one, setOne] = useState<Difference>();
  const [all, setAll] = useState<Rule>();
  const found = ruleNames.filter((rule) => differences.some((each) => each.rule === rule));
  const looking = state === 'looking';

  return (
    <>
      <h1>Reconcile</h1>
      <p className="desk-words">
        Compares orders, payments and stock, and says what does not agree. This is a dry run: nothing is
        written until you apply a fix, and a fix is applied only while its difference is still what you see.
      </p>
      <div className="desk-tools">
        <Choice
          label="Ask payment services about"
          name="period"
          value={period}
          options={periods}
          onChange={setPeriod}
        />
        {looking ? (
          <button type="button" className="button quiet small" onClick={comparison.stop}>
            Stop
          </button>
        ) : (
          <button type="button" className="button small" onClick={() => comparison.start(period)}>
            {state === 'idle' ? 'Compare' : 'Compare anew'}
          </button>
        )}
        {state === 'stopped' && (
          <button type="button" className="button quiet small" onClick={comparison.goOn}>
            Go on
          </button>
        )}
      </div>
      {failure && (
        <p className="notice error" role="alert">
          {failure.message} What was found so far stands below.
        </p>
      )}
      {state !== 'idle' && <Parts comparison={comparison} />}
      {state === 'done' && !differences.length && (
        <p className="notice success" role="status">
          Everything agrees.
        </p>
      )}
      {found.map((rule) => (
        <Found
          key={rule}
          rule={rule}
          differences={differences.filter((each) => each.rule === rule)}
          onMend={setOne}
          onMendAll={() => setAll(rule)}
        />
      ))}
      {notAsked.length > 0 && (
        <section>
          <h2>
            Not asked <span className="badge reconcile-count">{notAsked.length}</span>
          </h2>
          <p className="soft">
            The payment service said nothing of these, so nobody knows whether they agree. That is no
            difference: compare anew later.
          </p>
          <ul className="reconcile-silent">
            {notAsked.map(({ orderId, name, why }) => (
              <li key={orderId}>
                <a href={hashOf({ screen: 'orders', id: orderId })}>{name}</a> {why}
              </li>
            ))}
          </ul>
        </section>
      )}
      {one && (
        <Mend
          difference={differences.find(({ rule, about }) => rule === one.rule && about === one.about)}
          asked={one}
          onNow={comparison.update}
          onClose={() => setOne(undefined)}
        />
      )}
      {all && (
        <MendAll
          name={rules[all].name}
          differences={differences.filter(({ rule }) => rule === all)}
          onNow={comparison.update}
          onClose={() => setAll(undefined)}
        />
      )}
    </>
  );
}
