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
      <section className="login-form panel" aria-labelledby="factor-gate">
        <h1 id="factor-gate">Two-step sign-in</h1>
        <p className="soft">The desk is for operators who have it. Setting it up takes a minute.</p>
        <SetUp onDone={onDone} />
      </section>
    </div>
  );
}
