import { useState } from 'react';
import { hashOf } from '#domain/desk/route.ts';
import { type Period, periods, ruleNames } from '#domain/reconciliation/rules.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { ComparisonProgress } from './ComparisonProgress.tsx';
import { RuleDifferences } from './RuleDifferences.tsx';
import { useComparison } from './useComparison.ts';
import './reconcile.css';

/** Compares orders, payments and stock, and says what to do about each difference. Writes nothing. */
export default function Reconcile() {
  const [period, setPeriod] = useState<Period>('week');
  const comparison = useComparison();
  const { state, differences, notAsked, failure } = comparison;
  const rulesWithDifferences = ruleNames.filter((rule) => differences.some((each) => each.rule === rule));
  const looking = state === 'looking';

  return (
    <>
      <h1>Reconcile</h1>
      <p className="desk-text">
        Compares orders, payments and stock, lists the differences, and says what to do about each. Comparing
        writes nothing.
      </p>
      <div className="desk-tools">
        <SelectField
          label="Ask payment providers about"
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
            {state === 'idle' ? 'Compare' : 'Compare again'}
          </button>
        )}
        {state === 'stopped' && (
          <button type="button" className="button quiet small" onClick={comparison.goOn}>
            Continue
          </button>
        )}
      </div>
      {failure && (
        <p className="notice error" role="alert">
          {failure.message} The differences found so far are listed below.
        </p>
      )}
      {state !== 'idle' && <ComparisonProgress comparison={comparison} />}
      {state === 'done' && !differences.length && (
        <p className="notice success" role="status">
          No differences were found.
        </p>
      )}
      {rulesWithDifferences.map((rule) => (
        <RuleDifferences
          key={rule}
          rule={rule}
          differences={differences.filter((each) => each.rule === rule)}
        />
      ))}
      {notAsked.length > 0 && (
        <section>
          <h2>
            Not asked <span className="badge reconcile-count">{notAsked.length}</span>
          </h2>
          <p className="soft">
            The payment provider gave no answer about these payments, so they were not compared. Compare again
            later.
          </p>
          <ul className="reconcile-unanswered stack gap-2">
            {notAsked.map(({ orderId, name, why }) => (
              <li key={orderId}>
                <a href={hashOf({ screen: 'orders', id: orderId })}>{name}</a> {why}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
