/** Labels of the emails that can be held because their recipient has received too many. */

/** Labels by kind. */
const kinds: Record<string, string> = {
  order_placed: 'Order placed',
  order_paid: 'Payment received',
  order_shipped: 'Order shipped',
  order_delivered: 'Order delivered',
  order_cancelled: 'Order cancelled',
  order_returned: 'Order returned',
  order_undelivered: 'Parcel came back undelivered',
  order_refunded: 'Refund sent',
  confirm_reminder: 'Reminder to confirm a cash order',
  review_request: 'Review request',
  review_hidden: 'Review hidden',
  review_decided: 'Decision about a review',
  ticket_received: 'Receipt of a message',
  welcome: 'Welcome to the newsletter',
  subscribe: 'Confirm the subscription',
  stock_alert: 'Back in stock',
  password_reset: 'Password reset link',
  email_change: 'Link to confirm a new address',
  verify_email: 'Link to confirm the address',
  password_changed: 'Password changed',
  email_changed: 'Address changed',
  account_deleted: 'Account deleted',
};

export const emailName = (kind: string): string => kinds[kind] ?? kind;
