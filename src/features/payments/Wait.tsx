import './payments.css';

/** Shows that something is under way; the words beside it say what. */
export const Wait = () => <div className="payment-wait" aria-hidden="true" />;
