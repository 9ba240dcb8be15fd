/** Rules and messages of the newsletter (docs/behaviour.md, "Newsletter"). */
export const messages = {
  invalid: 'Please enter a valid email address',
  refused: 'Subscription failed',
  failed: 'An error occurred. Please try again.',
  done: 'Thank you for subscribing! Please check your inbox (and spam folder) for our welcome email with your discount code.',
} as const;

/** How long the success message stays, ms. */
export const thanksDuration = 5_000;

/** Text, an at sign, text, a dot and text, without a space inside. A name or `mailto:` may stand before it: the Worker cleans it, and decides. */
export const isEmail = (text: string): boolean =>
  /(?:^|[<:])\s*[^\s@<]+[@＠][^\s@.]+[.．]\s*[^\s@.]/.test(text);
