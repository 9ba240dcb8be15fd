/** The newsletter's rules and words (docs/behaviour.md 11.2). */
export const says = {
  invalid: 'Please enter a valid email address',
  refused: 'Subscription failed',
  failed: 'An error occurred. Please try again.',
  done: 'Thank you for subscribing! Please check your inbox (and spam folder) for our welcome email with your discount code.',
} as const;

/** How long the thank-you stays, ms. */
export const thanksLasts = 5_000;

/** Non-space text, an at sign, text, a dot and text. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
