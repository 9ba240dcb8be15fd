/**
 * Headers of the editor's files. The editor has its own policy, apart from the shop's. Each source beyond `'self'` has
 * the reason why the CMS needs it; all its other requests (news of a new version, the Git host's status, maps, stock
 * pictures) are blocked, and it works without them.
 */

/** The Git host: where content is read and saved. */
const gitHost = 'https://api.github.com';
/** The Git host's pictures of people, shown beside their changes. */
const faces = 'https://avatars.githubusercontent.com';

export const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // The CMS puts its styles into the page as it needs them.
  "style-src 'self' 'unsafe-inline'",
  // Pictures that are not saved yet, and small drawings.
  `img-src 'self' blob: data: ${faces}`,
  "font-src 'self'",
  'media-src blob:',
  // It reads pictures that are not saved yet, and its own drawings, from memory.
  `connect-src 'self' blob: data: ${gitHost}`,
  // The preview beside the fields; it inherits this policy.
  'frame-src blob:',
  // Made by the CMS itself, so that it can be put on a phone's first screen.
  'manifest-src blob: data:',
  // The preview's own base: the editor's own host.
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** As the shop's own (public/_headers), with this policy, and never found by a search engine. */
export const headersFile = `/*
  Content-Security-Policy: ${policy}
  X-Content-Type-Options: nosniff
  X-Frame-Options: DENY
  X-Robots-Tag: noindex, nofollow
  Referrer-Policy: no-referrer
  Permissions-Policy: accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), browsing-topics=()
  Cross-Origin-Opener-Policy: same-origin
  Cross-Origin-Resource-Policy: same-origin
  Strict-Transport-Security: max-age=63072000; includeSubDomains
  Cache-Control: no-cache

# Their names change with their content.
/edit/assets/*
  ! Cache-Control
  Cache-Control: public, max-age=31536000, immutable
`;
