/**
 * What Razorpay's window needs of a page's security policy, and nothing more: the hosts that Razorpay
 * publishes for shops with a policy (etc/csp_whitelist.xml of its razorpay-magento), and the frame of the
 * stand-in, which comes from our own origin. Only the checkout carries it (docs/behaviour.md 3.14).
 */
export const widgetPolicy = {
  /** The window's own script, and the one that it loads against fraud. */
  scripts: ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
  directives: [
    "frame-src 'self' https://api.razorpay.com https://checkout.razorpay.com",
    'connect-src https://api.razorpay.com https://lumberjack.razorpay.com https://lumberjack-metrics.razorpay.com',
    'img-src https://cdn.razorpay.com',
  ],
} as const;
