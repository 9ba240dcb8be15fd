import './payments.css';

/** A progress line; the text beside it says what the page is waiting for. */
export const Wait = () => <div className="payment-wait" aria-hidden="true" />;
