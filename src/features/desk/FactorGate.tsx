import { useEffect } from 'react';
import { SetUp } from '#features/accounts/factor/SetUp.tsx';
import '#ui/fields.css';
import '#features/accounts/login.css';

/** In front of the desk, for an operator who has no second factor where one is required. */
export default function FactorGate({ onDone }: { onDone: () => void }) {
  useEffect(() => {
    document.title = 'Set up two-step sign-in | Desk';
  }, []);
  return (
    <div className="login wrap">
      <div className="login-form panel">
        <h1>Desk</h1>
        <section className="factor-gate" aria-labelledby="factor-gate">
          <h2 id="factor-gate">Set up two-step sign-in</h2>
          <p className="soft">The desk is for operators who have it. It takes a minute.</p>
          <SetUp onDone={onDone} />
        </section>
      </div>
    </div>
  );
}
