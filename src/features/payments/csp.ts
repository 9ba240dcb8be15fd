/**
 * What Razorpay's payment window needs of the content security policy: the hosts that Razorpay publishes
 * (etc/csp_whitelist.xml of its razorpay-magento), and our own origin for the frame of the simulator. Only the
 * checkout page allows them (docs/behaviour.md, "Page headers").
 */
export const widgetCsp = {
  /** The script of the payment window, and the fraud detection script that it loads. */
  scripts: ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
  directives: [
    "frame-src 'self' https://api.razorpay.com https://checkout.razorpay.com",
    'connect-src https://api.razorpay.com https://lumberjack.razorpay.com https://lumberjack-metrics.razorpay.com',
    'img-src https://cdn.razorpay.com',
  ],
} as const;
