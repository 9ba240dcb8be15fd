/** One email of each kind. */
import type { ApiOrder } from '#domain/orders/order.ts';
import type { EmailData } from '../email-data.ts';
import type { Mail } from '../mail.ts';

/** An email to send. */
export const renderedEmail: Mail = {
  id: '7d0c2f6e-0a51-4d0e-8f1c-1f0f3a1c9b11',
  to: 'asha@example.com',
  subject: 'Order ORD-482913 is placed, ₹499.00',
  text: 'The email as plain text.\n',
  html: '<p>The email &amp; its markup</p>',
  attachments: [],
  headers: { 'Auto-Submitted': 'auto-generated', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
};

/** An order of three products, cash on delivery, with a discount. */
export const orderOf = (over: Partial<ApiOrder> = {}): ApiOrder => ({
  _id: '09bae979-8d36-4d1a-9d12-5b0c3c1f7a10',
  reference: 'ORD-482913',
  items: [
    { _id: 'kumkumadi-face-oil', name: 'Kumkumadi Face Oil', image: [], price: 1249, quantity: 1 },
    { _id: 'daily-veil-spf-50', name: 'Daily Veil SPF 50', image: [], price: 649.5, quantity: 2 },
    { _id: 'morning-ritual-kit', name: 'Morning Ritual Kit', image: [], price: 100499, quantity: 1 },
  ],
  cancelled: [],
  status: 'Order Placed',
  payment: false,
  paymentMethod: 'cod',
  subtotal: 103047,
  discount: 10304.7,
  couponCode: 'WELCOME-7K2M9QXD',
  delivery: 0,
  amount: 92742.3,
  gst: 14147.13,
  date: '2026-11-21T06:00:00.000Z',
  promisedFrom: '2026-11-24',
  promisedTo: '2026-11-26',
  trackingId: null,
  trackingUrl: null,
  courierPartner: null,
  refunds: [],
  creditNotes: [],
  returns: [],
  returnable: null,
  business: null,
  shippingAddress: {
    firstName: 'Asha',
    lastName: 'Rao',
    address: 'Flat 12, Lotus Apartments, M.G. Road',
    city: 'Bengaluru',
    state: 'Karnataka',
    zipcode: '560001',
    country: 'India',
    phone: '9876543210',
    email: 'asha@example.com',
  },
  ...over,
});

const paid = { payment: true, paymentMethod: 'stripe' } as const;
const link = 'https://shop.example/reset?token=Zk3vK1n2q9b8Xc7yT6r5E4w3Q2a1S0d9F8g7H6j5K4l';

/** Of a cash order that waits for being confirmed. */
export const toConfirm = { reason: 'first_order', until: '2026-11-23T06:00:00.000Z', at: null } as const;

export const sampleEmails = {
  subscribe: { kind: 'subscribe', percent: 10, minOrder: 49900, url: link },
  welcome: {
    kind: 'welcome',
    code: 'HELLO-7QK4-M2XP',
    percent: 10,
    minOrder: 49900,
    // The first moment of December 22 in India.
    validUntil: Date.UTC(2026, 11, 21, 18, 30),
    unsubscribeUrl: 'https://shop.example/unsubscribe?token=abc.123',
  },
  stock_alert: {
    kind: 'stock_alert',
    name: 'Mineral Tint, Deep Almond',
    url: 'https://shop.example/product/mineral-tint-spf-40?variant=deep-almond',
    unsubscribeUrl: 'https://shop.example/unsubscribe?token=abc.123',
  },
  order_placed: { kind: 'order_placed', order: orderOf() },
  confirm_reminder: { kind: 'confirm_reminder', order: orderOf({ confirmation: toConfirm }) },
  order_paid: { kind: 'order_paid', order: orderOf(paid) },
  order_shipped: {
    kind: 'order_shipped',
    order: orderOf({
      status: 'Shipped',
      trackingId: '14523698741',
      trackingUrl: 'https://www.delhivery.com/track-v2/package/14523698741',
      courierPartner: 'Delhivery Surface',
    }),
  },
  order_delivered: { kind: 'order_delivered', order: orderOf({ status: 'Delivered', payment: true }) },
  order_cancelled: {
    kind: 'order_cancelled',
    order: orderOf({ ...paid, status: 'Cancelled' }),
    reason: 'Ordered the wrong size',
    refund: true,
  },
  order_returned: {
    kind: 'order_returned',
    order: orderOf({ status: 'Returned', payment: true }),
    reason: 'Too rich for my skin',
    refund: true,
  },
  order_undelivered: {
    kind: 'order_undelivered',
    order: orderOf({ ...paid, status: 'Returned' }),
    reason: 'The courier could not deliver the parcel, and it has come back to us.',
    refund: true,
  },
  order_refunded: {
    kind: 'order_refunded',
    order: orderOf({ ...paid, status: 'Cancelled' }),
    amount: 9274230,
    document: {
      kind: 'credit_note',
      number: 'HRC/26-27/000007',
      url: 'https://shop.example/invoice?number=HRC%2F26-27%2F000007#token',
    },
    reason: 'The pump was broken',
  },
  order_reduced: {
    kind: 'order_reduced',
    order: orderOf(paid),
    what: '1 × Kumkumadi Face Oil and 2 × Rose Toner',
    reason: 'Leaking bottle',
    amount: 124900,
  },
  order_transfer: {
    kind: 'order_transfer',
    order: orderOf({
      status: 'Payment Pending',
      payment: false,
      paymentMethod: 'transfer',
      transfer: {
        holder: 'Sample Botanicals Private Limited',
        bank: 'State Bank of India, Indiranagar',
        account: '12345678901',
        ifsc: 'SBIN0001234',
        upi: 'sample@sbi',
        left: 1098,
        until: '2026-11-24T06:30:00.000Z',
      },
    }),
  },
  order_confirmed: { kind: 'order_confirmed', order: orderOf() },
  order_corrected: { kind: 'order_corrected', order: orderOf(), what: 'Address, phone' },
  return_requested: {
    kind: 'return_requested',
    order: orderOf({ ...paid, status: 'Delivered' }),
    what: '1 × Kumkumadi Face Oil',
    reason: null,
  },
  return_approved: {
    kind: 'return_approved',
    order: orderOf({ ...paid, status: 'Delivered' }),
    what: '1 × Kumkumadi Face Oil',
    reason: 'Delhivery comes on Tuesday between 10 and 14.',
  },
  return_declined: {
    kind: 'return_declined',
    order: orderOf({ ...paid, status: 'Delivered' }),
    what: '1 × Kumkumadi Face Oil',
    reason: 'The bottle was empty.',
  },
  return_checked: {
    kind: 'return_checked',
    exchange: null,
    order: orderOf({ ...paid, status: 'Delivered' }),
    what: '1 × Kumkumadi Face Oil',
    reason: null,
    amount: 124900,
  },
  password_reset: { kind: 'password_reset', url: link, minutes: 30 },
  password_changed: { kind: 'password_changed' },
  email_change: { kind: 'email_change', url: link, newEmail: 'asha.rao@example.com', minutes: 60 },
  verify_email: { kind: 'verify_email', url: link, hours: 24, order: false },
  order_code: { kind: 'order_code', reference: 'ORD-204817', code: '048215', minutes: 15 },
  guest_claim: { kind: 'guest_claim', url: link, hasAccount: false },
  email_changed: { kind: 'email_changed', newEmail: 'asha.rao@example.com' },
  ticket_received: {
    kind: 'ticket_received',
    reference: 'T-1B9D6BCD',
    subject: 'Serum came leaking',
    message: 'Hello,\n\nthe serum in my parcel came leaking.\nThe box was dry outside.',
    name: 'Asha Rao',
  },
  ticket_answer: {
    kind: 'ticket_answer',
    reference: 'T-1B9D6BCD',
    subject: 'Serum came leaking',
    message: 'Hello,\n\nthe serum in my parcel came leaking.',
    name: 'Asha Rao',
    answer:
      'We are sorry about the mess. A new bottle leaves tomorrow:\nVitamin C Glow Serum\n30 ml\n\nIts way can be followed at https://shop.example/orders.\n\nPriya',
  },
  review_request: {
    kind: 'review_request',
    order: orderOf({ status: 'Delivered', payment: true }),
    products: [
      { name: 'Kumkumadi Face Oil', url: 'https://shop.example/product/kumkumadi-face-oil#review=abc.123' },
      { name: 'Daily Veil SPF 50', url: 'https://shop.example/product/daily-veil-spf-50#review=abc.456' },
    ],
    unsubscribeUrl: 'https://shop.example/unsubscribe?token=abc.123',
  },
  review_hidden: {
    kind: 'review_hidden',
    product: 'Kumkumadi Face Oil',
    reason: 'medical',
    url: 'https://shop.example/product/kumkumadi-face-oil#review=abc.123',
  },
  review_decided: {
    kind: 'review_decided',
    product: 'Kumkumadi Face Oil',
    answer: 'It says that the oil heals eczema.\nPlease take that sentence out.',
    url: 'https://shop.example/product/kumkumadi-face-oil#review=abc.123',
  },
  account_deleted: { kind: 'account_deleted' },
  role_changed: {
    kind: 'role_changed',
    role: 'operator',
    name: 'Asha Rao',
    email: 'asha@example.com',
    by: 'Priya Nair',
  },
  second_factor: {
    kind: 'second_factor',
    change: 'reset',
    name: 'Asha Rao',
    email: 'asha@example.com',
    by: 'Priya Nair',
  },
  new_order: { kind: 'new_order', order: orderOf() },
  morning_summary: {
    kind: 'morning_summary',
    orders: 12,
    amount: 1_438_800,
    toPack: 9,
    oldest: 'ORD-482913',
    cash: 599_000,
    late: 1,
    overdue: { messages: 2, returns: 1, refunds: 0 },
    openTickets: 2,
    lowStock: ['Rose Toner', 'Kumkumadi Face Oil'],
  },
  low_stock: {
    kind: 'low_stock',
    products: [
      { id: 'rose-balance-toner', name: 'Rose Toner', stock: 0 },
      { id: 'kumkumadi-face-oil', name: 'Kumkumadi Face Oil', stock: 9 },
    ],
  },
  operator_flag: {
    kind: 'operator_flag',
    title: 'Payment does not match order ORD-482913',
    lines: ['Stripe took $927.42', 'The order asks for ₹92,742.30'],
  },
} satisfies { [K in EmailData['kind']]: EmailData & { kind: K } };
